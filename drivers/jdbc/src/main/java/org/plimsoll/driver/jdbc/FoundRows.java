package org.plimsoll.driver.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;

/**
 * Rows that a query has found. Each row is assigned to the item of the operation that requested it.
 */
final class FoundRows implements Outcome.ReadRows {
  private final List<String> names;
  private final List<Found> rows = new ArrayList<>(1);
  private long payloadBytes;

  @SuppressWarnings("ArrayRecordComponent") // Rows are never compared.
  private record Found(int item, byte[] @Nullable [] values) {}

  FoundRows(List<String> names) {
    this.names = names;
  }

  /** Returns the fields of the current row, which are its first columns. */
  byte[] @Nullable [] values(ResultSet from) throws SQLException {
    byte[] @Nullable [] values = new byte[names.size()][];
    for (int i = 0; i < values.length; i++) {
      values[i] = from.getBytes(i + 1);
    }
    return values;
  }

  void add(int item, byte[] @Nullable [] values) {
    rows.add(new Found(item, values));
    for (byte[] value : values) {
      payloadBytes += value == null ? 0 : value.length;
    }
  }

  /** Adds all remaining rows, one item after the other. */
  void addAll(ResultSet from) throws SQLException {
    while (from.next()) {
      add(rows.size(), values(from));
    }
  }

  int size() {
    return rows.size();
  }

  Outcome outcome() {
    return Outcome.succeeded(rows.size(), payloadBytes).withRows(this);
  }

  @Override
  public void forEachField(Outcome.FieldVisitor visitor) {
    for (Found row : rows) {
      for (int i = 0; i < row.values().length; i++) {
        byte[] value = row.values()[i];
        if (value != null) {
          visitor.field(row.item(), names.get(i), value, 0, value.length);
        }
      }
    }
  }
}
