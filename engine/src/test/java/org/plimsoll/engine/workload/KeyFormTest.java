package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.engine.spec.KeyForm;

/** Keys in each form, those of YCSB with values that YCSB itself gave. */
class KeyFormTest {
  @ParameterizedTest
  @CsvSource({
    "ycsb, 0, user6284781860667377211",
    "ycsb, 1, user8517097267634966620",
    "ycsb(25), 0, user0000006284781860667377211",
    "ycsb-ordered, 0, user0",
    "ycsb-ordered, 9, user9",
    "ycsb-ordered, 10, user10",
    "ycsb-ordered, 99999999, user99999999",
    "ycsb-ordered, 100000000, user100000000",
    "ycsb-ordered, 9223372036854775807, user9223372036854775807",
    "ycsb-ordered(8), 5, user00000005",
    "ycsb-ordered(4), 1234, user1234",
    "ycsb-ordered(4), 123456, user123456",
    "text, 42, user000000000042",
    "text, 1234567890123, user1234567890123",
  })
  void aNumberHasItsName(String form, long number, String name) {
    KeyBuffer key = new KeyBuffer();
    key.set(77, KeyForm.parse(form), true); // what was there before leaves no trace
    key.set(number, KeyForm.parse(form), false);

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
      key.set(number, KeyForm.parse("ycsb-ordered(" + digits + ")"), false);
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

  @Test
  void whatIsNoFormIsRefused() {
    for (String wrong : new String[] {"", "ycsb(0)", "ycsb(101)", "ycsb(x)", "text(3)", "hashed"}) {
      assertThatThrownBy(() -> KeyForm.parse(wrong)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
