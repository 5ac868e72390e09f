package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.engine.spec.KeyForm;

/** Tests the forms of key names. Expected values of YCSB's forms were produced by YCSB. */
class KeyFormTest {
  @ParameterizedTest
  @CsvSource({
    "YCSB, 1, 0, user6284781860667377211",
    "YCSB, 1, 1, user8517097267634966620",
    "YCSB, 25, 0, user0000006284781860667377211",
    "YCSB_ORDERED, 1, 0, user0",
    "YCSB_ORDERED, 1, 9, user9",
    "YCSB_ORDERED, 1, 10, user10",
    "YCSB_ORDERED, 1, 99999999, user99999999",
    "YCSB_ORDERED, 1, 100000000, user100000000",
    "YCSB_ORDERED, 1, 9223372036854775807, user9223372036854775807",
    "YCSB_ORDERED, 8, 5, user00000005",
    "YCSB_ORDERED, 4, 1234, user1234",
    "YCSB_ORDERED, 4, 123456, user123456",
    "TEXT, 12, 42, user000000000042",
    "TEXT, 12, 1234567890123, user1234567890123",
  })
  void aNumberHasItsName(KeyForm.Kind kind, int digits, long number, String name) {
    KeyForm form = new KeyForm(kind, digits);
    KeyBuffer key = new KeyBuffer();
    key.set(77, form, true); // the previous content leaves no trace
    key.set(number, form, false);

    assertThat(key.text()).isEqualTo(name);
    assertThat(new String(key.bytes(), StandardCharsets.US_ASCII)).isEqualTo(name);
    assertThat(key.number()).isEqualTo(number);
  }

  @Test
  void numbersOfAnyLengthAreWrittenInAnyWidth() {
    KeyBuffer key = new KeyBuffer();
    OperationRandom random = new OperationRandom();
    random.seed(1, 1);
    for (int i = 0; i < 100_000; i++) {
      long number = random.nextLong() >>> (1 + i % 62);
      int digits = 1 + i % 30;
      key.set(number, new KeyForm(KeyForm.Kind.YCSB_ORDERED, digits), false);
      assertThat(key.text()).isEqualTo(("user%0" + digits + "d").formatted(number));
    }
  }

  @Test
  void theHashIsThatOfAllEightBytes() {
    OperationRandom random = new OperationRandom();
    random.seed(2, 1);
    for (int i = 0; i < 100_000; i++) {
      long number = random.nextLong() >>> (1 + i % 62);
      long hash = 0xcbf29ce484222325L;
      for (int at = 0; at < Long.BYTES; at++) {
        hash = (hash ^ ((number >>> (8 * at)) & 0xff)) * 1_099_511_628_211L;
      }
      assertThat(FnvHash.of(number)).isEqualTo(Math.abs(hash));
    }
  }
}
