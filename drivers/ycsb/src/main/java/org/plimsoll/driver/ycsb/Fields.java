package org.plimsoll.driver.ycsb;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Row;
import site.ycsb.ByteIterator;

/**
 * Rows as YCSB has them, maps from the name of a field to its bytes, and how they come from rows of
 * the engine and become such. The bytes are copied: a binding that batches keeps them beyond its
 * answer.
 */
final class Fields {
  private static final int PRINTABLE_BITS = 0x3f;

  private final List<String> names;
  private final List<Set<String>> single;
  private final Map<String, String> namesByEngineName = new HashMap<>();
  private final List<String> engineNames;
  private final boolean printable;

  Fields(String prefix, List<String> engineNames, ValueForm form) {
    this.engineNames = List.copyOf(engineNames);
    this.names =
        IntStream.range(0, engineNames.size()).mapToObj(i -> (prefix + i).intern()).toList();
    this.single = names.stream().map(Set::of).toList();
    for (int i = 0; i < names.size(); i++) {
      namesByEngineName.put(engineNames.get(i), names.get(i));
    }
    this.printable = form == ValueForm.PRINTABLE;
  }

  int count() {
    return names.size();
  }

  /** The name of one field, as a set. */
  Set<String> only(int index) {
    return single.get(index);
  }

  /** The fields of a row. */
  Map<String, ByteIterator> of(Row row) {
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
    if (printable) {
      for (int i = 0; i < length; i++) {
        target[i] = (byte) (' ' + (target[i] & PRINTABLE_BITS));
      }
    }
    return target;
  }

  /** Bytes of all values that were read; nothing of them is consumed. */
  static long bytes(Map<String, ByteIterator> row) {
    long bytes = 0;
    for (ByteIterator value : row.values()) {
      bytes += value == null ? 0 : value.bytesLeft();
    }
    return bytes;
  }

  /**
   * What was read, with the engine's names; null where it cannot be compared with what is known.
   */
  Outcome.ReadRows lend(List<? extends Map<String, ByteIterator>> rows) {
    return visitor -> {
      int item = 0;
      for (Map<String, ByteIterator> row : rows) {
        int its = item++;
        row.forEach((name, value) -> {
          if (value != null) {
            byte[] bytes = value.toArray();
            visitor.field(its, engineName(name), bytes, 0, bytes.length);
          }
        });
      }
    };
  }

  /** Whether rows are as the engine made them. */
  boolean areVerifiable() {
    return !printable;
  }

  private String name(String engineName) {
    String name = namesByEngineName.get(engineName);
    return name == null ? engineName : name;
  }

  private String engineName(String name) {
    int index = names.indexOf(name);
    return index < 0 ? name : engineNames.get(index);
  }

  /** The names of fields, for messages and facts. */
  List<String> names() {
    return new ArrayList<>(names);
  }
}
