package org.plimsoll.api.kit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Row;

class RowFrameTest {
  private static final List<String> NAMES = List.of("id", "größe", "x".repeat(200));
  private final RowFrame frame = new RowFrame(NAMES);

  @Test
  void aRowOfOneFieldIsThatField() {
    RowFrame single = new RowFrame(List.of("field0"));
    byte[] value = single.encode(row(List.of("field0"), "abc".getBytes(UTF_8)));
    assertThat(value).isEqualTo("abc".getBytes(UTF_8));
    assertThat(single.isNamed()).isFalse();
    assertThat(single.payloadBytes(value, 3)).isEqualTo(3);
    assertThat(fields(single, value)).isEqualTo(Map.of("", "abc"));
  }

  @Test
  void severalFieldsAreEncodedWithNamesAndLengths() {
    byte[] value = frame.encode(row(NAMES, "1".getBytes(UTF_8), new byte[0], new byte[300]));
    assertThat(Arrays.copyOf(value, 5)).isEqualTo(new byte[] {2, 'i', 'd', 1, '1'});
    assertThat(frame.payloadBytes(value, value.length)).isEqualTo(301);
    assertThat(fields(frame, value)).containsOnlyKeys(NAMES).containsEntry("id", "1");
  }

  @Test
  void rowsMayHaveUnusualFields() {
    byte[] value = frame.encode(row(List.of("größe", "other"), new byte[9], "o".getBytes(UTF_8)));
    assertThat(fields(frame, value)).containsOnlyKeys("größe", "other").containsEntry("other", "o");
  }

  @Test
  void theLengthIsThatOfTheWrittenArray() {
    for (int bytes : List.of(0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152)) {
      Row row = row(List.of("id", "größe"), new byte[bytes], new byte[bytes]);
      byte[] value = frame.encode(row);
      assertThat(value).hasSize(frame.length(row));
      assertThat(frame.payloadBytes(value, value.length)).isEqualTo(2L * bytes);
    }
  }

  @Test
  void everyOtherPrefixAndAnythingElseIsRefused() {
    byte[] value = frame.encode(row(NAMES, new byte[3], new byte[200], new byte[1]));
    int whole = 0;
    for (int length = 0; length <= value.length; length++) {
      boolean isRow = frame.visit(0, value, length, (_, _, _, _, _) -> {});
      assertThat(frame.payloadBytes(value, length) >= 0).isEqualTo(isRow);
      whole += isRow ? 1 : 0;
    }
    assertThat(whole).isEqualTo(4); // after no field, one, two and three
    Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      byte[] noise = new byte[random.nextInt(40)];
      random.nextBytes(noise);
      boolean isRow = frame.visit(0, noise, noise.length, (_, _, _, _, _) -> {});
      assertThat(frame.payloadBytes(noise, noise.length) >= 0).isEqualTo(isRow);
      Outcome found = frame.found(noise, noise.length);
      assertThat(found.failureCode()).isEqualTo(isRow ? null : "wrong-type");
      assertThat(found.rows() != null).isEqualTo(isRow);
    }
  }

  @Test
  void rowsAreLentUnderTheIndexOfTheirKey() {
    RowFrame single = new RowFrame(List.of("field0"));
    Outcome found = single.foundAll(Arrays.asList("ab".getBytes(UTF_8), null, "c".getBytes(UTF_8)));
    assertThat(found.items()).isEqualTo(2);
    assertThat(found.payloadBytes()).isEqualTo(3);
    Map<Integer, String> rows = new LinkedHashMap<>();
    requireNonNull(found.rows())
        .forEachField((item, _, bytes, offset, length) ->
            rows.put(item, new String(bytes, offset, length, UTF_8)));
    assertThat(rows).isEqualTo(Map.of(0, "ab", 2, "c"));
  }

  @Test
  void aBulkOrAScanWithoutARowIsNotFound() {
    assertThat(frame.foundAll(Arrays.asList(null, null)).status()).isEqualTo(Status.NOT_FOUND);
    assertThat(frame.foundAll(List.of()).status()).isEqualTo(Status.NOT_FOUND);
  }

  @Test
  void aBulkWithAValueThatIsNoRowHasTheWrongType() {
    byte[] row = frame.encode(row(NAMES, new byte[1], new byte[1], new byte[1]));
    assertThat(frame.foundAll(List.of(row, new byte[] {9})).failureCode()).isEqualTo("wrong-type");
  }

  private static Map<String, String> fields(RowFrame frame, byte[] value) {
    Map<String, String> fields = new LinkedHashMap<>();
    assertThat(
            frame.visit(
                0,
                value,
                value.length,
                (_, name, bytes, offset, length) ->
                    fields.put(name, new String(bytes, offset, length, UTF_8))))
        .isTrue();
    return fields;
  }

  private static Row row(List<String> names, byte[]... values) {
    int[] offsets = new int[values.length];
    byte[] buffer = new byte[1];
    for (int i = 0; i < values.length; i++) {
      offsets[i] = buffer.length;
      buffer = Arrays.copyOf(buffer, buffer.length + values[i].length);
      System.arraycopy(values[i], 0, buffer, offsets[i], values[i].length);
    }
    byte[] whole = buffer;
    return new Row() {
      @Override
      public int fieldCount() {
        return values.length;
      }

      @Override
      public String fieldName(int index) {
        return names.get(index);
      }

      @Override
      public byte[] buffer() {
        return whole;
      }

      @Override
      public int offset(int index) {
        return offsets[index];
      }

      @Override
      public int length(int index) {
        return values[index].length;
      }
    };
  }
}
