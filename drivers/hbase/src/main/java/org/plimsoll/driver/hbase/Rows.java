package org.plimsoll.driver.hbase;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome.FieldVisitor;
import org.plimsoll.api.Row;

/**
 * Converts fields to cells of a column family, and cells to fields. The qualifier of a cell is the
 * name of its field.
 */
final class Rows {
  private final byte[] family;
  private final String[] names;
  private final byte[][] qualifiers;

  Rows(String family, List<String> fieldNames) {
    this.family = family.getBytes(StandardCharsets.UTF_8);
    names = fieldNames.toArray(String[]::new);
    qualifiers =
        fieldNames.stream()
            .map(name -> name.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
  }

  byte[] family() {
    return family;
  }

  byte[][] qualifiers() {
    return qualifiers;
  }

  /**
   * Returns the qualifier of a field. It is cached, because all rows share the same name objects.
   */
  byte[] qualifier(Row row, int index) {
    String name = row.fieldName(index);
    return index < names.length && names[index].equals(name)
        ? qualifiers[index]
        : name.getBytes(StandardCharsets.UTF_8);
  }

  /** Creates a cell with a copy of a field. */
  Cell cell(byte[] key, Row row, int index) {
    byte[] qualifier = qualifier(row, index);
    return CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
        .setRow(key)
        .setFamily(family)
        .setQualifier(qualifier, 0, qualifier.length)
        .setType(Cell.Type.Put)
        .setValue(row.buffer(), row.offset(index), row.length(index))
        .build();
  }

  /** Returns the size of all values in bytes, including older versions. */
  static long payloadBytes(Result result) {
    long bytes = 0;
    for (Cell cell : result.rawCells()) {
      bytes += cell.getValueLength();
    }
    return bytes;
  }

  /**
   * Passes the newest version of each column to a visitor. It is the first version in the result.
   */
  void visit(int item, Result result, FieldVisitor visitor) {
    Cell previous = null;
    int index = 0;
    for (Cell cell : result.rawCells()) {
      if (!isSameColumn(cell, previous)) {
        index = indexOf(cell, index);
        visitor.field(
            item,
            index < 0
                ? new String(
                    cell.getQualifierArray(),
                    cell.getQualifierOffset(),
                    cell.getQualifierLength(),
                    StandardCharsets.UTF_8)
                : names[index],
            cell.getValueArray(),
            cell.getValueOffset(),
            cell.getValueLength());
        index++;
      }
      previous = cell;
    }
  }

  private static boolean isSameColumn(Cell cell, @Nullable Cell previous) {
    return previous != null
        && Arrays.equals(
            cell.getQualifierArray(),
            cell.getQualifierOffset(),
            cell.getQualifierOffset() + cell.getQualifierLength(),
            previous.getQualifierArray(),
            previous.getQualifierOffset(),
            previous.getQualifierOffset() + previous.getQualifierLength());
  }

  /** Returns the index of the field in a cell, or −1 if there is none. The guess is tried first. */
  private int indexOf(Cell cell, int guess) {
    if (guess < names.length && isField(cell, guess)) {
      return guess;
    }
    for (int i = 0; i < names.length; i++) {
      if (isField(cell, i)) {
        return i;
      }
    }
    return -1;
  }

  private boolean isField(Cell cell, int index) {
    byte[] qualifier = qualifiers[index];
    return Arrays.equals(
        qualifier,
        0,
        qualifier.length,
        cell.getQualifierArray(),
        cell.getQualifierOffset(),
        cell.getQualifierOffset() + cell.getQualifierLength());
  }
}
