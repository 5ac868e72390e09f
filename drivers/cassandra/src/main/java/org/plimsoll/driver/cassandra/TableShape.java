package org.plimsoll.driver.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.SettingValues;

/** The names, columns and types of the tables of a run. */
record TableShape(
    String keyspace, String table, KeyType keyType, long rowsPerPartition, RowLayout layout) {
  static final String KEY = "key";
  static final String POSITION = "position";

  static TableShape of(DriverContext context, String keyspace) {
    SettingValues settings = context.settings();
    List<String> fieldNames = context.fieldNames();
    for (String reserved : List.of(KEY, POSITION)) {
      if (fieldNames.contains(reserved)) {
        throw new IllegalArgumentException(
            "cassandra: a field must not be named '" + reserved + "': the key's column is");
      }
    }
    String table = settings.get(CassandraSettings.TABLE);
    ColumnLayout columns =
        new ColumnLayout(fieldNames, settings.get(CassandraSettings.COLUMN_TYPES));
    RowForm form = settings.get(CassandraSettings.ROW_FORM);
    RowLayout layout =
        switch (form) {
          case COLUMNS -> columns;
          case UDT -> new UdtLayout(columns, table + "_fields");
          case MAP, FROZEN_MAP, LIST -> new CollectionLayout(fieldNames, form);
        };
    if (settings.isGiven(CassandraSettings.COLUMN_TYPES) && layout instanceof CollectionLayout) {
      throw new IllegalArgumentException(
          "column-types: must not be set if row-form is map, frozen-map or list, which contain"
              + " blobs");
    }
    return new TableShape(
        keyspace,
        table,
        settings.get(CassandraSettings.KEY_TYPE),
        settings.get(CassandraSettings.ROWS_PER_PARTITION),
        layout);
  }

  /** Whether there is a table for generic operations. */
  boolean exists() {
    return !table.isEmpty();
  }

  boolean hasPosition() {
    return rowsPerPartition > 1;
  }

  String rows() {
    return keyspace + "." + table;
  }

  String counters() {
    return rows() + "_counters";
  }

  String keyCql() {
    return keyType.name().toLowerCase(Locale.ROOT);
  }

  /** The columns of the primary key. */
  List<String> keyColumns() {
    return hasPosition() ? List.of(KEY, POSITION) : List.of(KEY);
  }

  /** All columns, key columns first. */
  List<String> columns() {
    List<String> columns = new ArrayList<>(keyColumns());
    columns.addAll(layout.columns());
    return columns;
  }
}
