package org.plimsoll.driver.ycsb;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Row;
import site.ycsb.ByteIterator;

/**
 * Converts rows between the engine and YCSB, in which a row maps field names to bytes. The bytes
 * are copied, because a binding that batches writes keeps them after its call has returned.
 */
final class Fields {
  private static final int PRINTABLE_BITS = 0x3f;
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

  private final List<String> names;
  private final List<Set<String>> single;
  private final Map<String, String> namesByEngineName = new HashMap<>();
  private final List<String> engineNames;
  private final ValueForm form;

  Fields(String prefix, List<String> engineNames, ValueForm form) {
    this.engineNames = List.copyOf(engineNames);
    this.names =
        IntStream.range(0, engineNames.size()).mapToObj(i -> (prefix + i).intern()).toList();
    this.single = names.stream().map(Set::of).toList();
    for (int i = 0; i < names.size(); i++) {
      namesByEngineName.put(engineNames.get(i), names.get(i));
    }
    this.form = form;
  }

  int count() {
    return names.size();
  }

  /** Returns a set with the name of one field. */
  Set<String> only(int index) {
    return single.get(index);
  }

  /** Returns the fields of a row. */
  Map<String, ByteIterator> of(Row row) {
    return form == ValueForm.BASE64 ? encoded(row) : copied(row);
  }

  private Map<String, ByteIterator> encoded(Row row) {
    HashMap<String, ByteIterator> values = HashMap.newHashMap(row.fieldCount());
    for (int i = 0; i < row.fieldCount(); i++) {
      byte[] text =
          ENCODER.encode(ByteBuffer.wrap(row.buffer(), row.offset(i), row.length(i))).array();
      values.put(name(row.fieldName(i)), new FieldIterator(text, 0, text.length));
    }
    return values;
  }

  private Map<String, ByteIterator> copied(Row row) {
    int count = row.fieldCount();
    HashMap<String, ByteIterator> values = HashMap.newHashMap(count);
    int start = row.offset(0);
    int end = row.offset(count - 1) + row.length(count - 1);
    byte[] bytes = copy(row.buffer(), start, end - start);
    for (int i = 0; i < count; i++) {
      values.put(
          name(row.fieldName(i)), new FieldIterator(bytes, row.offset(i) - start, row.length(i)));
    }
    return values;
  }

  private byte[] copy(byte[] source, int offset, int length) {
    byte[] target = new byte[length];
    System.arraycopy(source, offset, target, 0, length);
    if (form == ValueForm.PRINTABLE) {
      for (int i = 0; i < length; i++) {
        target[i] = (byte) (' ' + (target[i] & PRINTABLE_BITS));
      }
    }
    return target;
  }

  /** Returns the total size of the values in bytes, without consuming them. */
  static long bytes(Map<String, ByteIterator> row) {
    long bytes = 0;
    for (ByteIterator value : row.values()) {
      bytes += value == null ? 0 : value.bytesLeft();
    }
    return bytes;
  }

  /**
   * Returns the total size in bytes of the engine's values from which these values were created,
   * without consuming them.
   */
  long payloadBytes(Map<String, ByteIterator> row) {
    if (form != ValueForm.BASE64) {
      return bytes(row);
    }
    long bytes = 0;
    for (ByteIterator value : row.values()) {
      bytes += value == null ? 0 : value.bytesLeft() * 3 / 4;
    }
    return bytes;
  }

  /**
   * Returns the rows that were read, with the field names of the engine, or null if they cannot be
   * verified.
   */
  Outcome.ReadRows lend(List<? extends Map<String, ByteIterator>> rows) {
    return visitor -> {
      int item = 0;
      for (Map<String, ByteIterator> row : rows) {
        int its = item++;
        row.forEach((name, value) -> {
          if (value != null) {
            byte[] bytes = decoded(value.toArray());
            visitor.field(its, engineName(name), bytes, 0, bytes.length);
          }
        });
      }
    };
  }

  private byte[] decoded(byte[] bytes) {
    if (form != ValueForm.BASE64) {
      return bytes;
    }
    try {
      byte[] decoded = DECODER.decode(bytes);
      // Several texts decode to the same bytes, but only one of them is ever written. The others
      // are corrupt.
      return Arrays.equals(ENCODER.encode(decoded), bytes) ? decoded : bytes;
    } catch (IllegalArgumentException e) {
      return bytes; // This tool has not written the value, and the verification reports it.
    }
  }

  /** Whether rows are returned with exactly the bytes that the engine has written. */
  boolean areVerifiable() {
    return form != ValueForm.PRINTABLE;
  }

  private String name(String engineName) {
    String name = namesByEngineName.get(engineName);
    return name == null ? engineName : name;
  }

  private String engineName(String name) {
    int index = names.indexOf(name);
    return index < 0 ? name : engineNames.get(index);
  }

  /** Returns the field names, for messages and facts. */
  List<String> names() {
    return new ArrayList<>(names);
  }
}
