package org.plimsoll.driver.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that an existing table is compatible: its columns have the types that the operations bind,
 * and its key is unique. Otherwise, every operation would fail, or every upsert would add a row.
 *
 * @param name the name that the user has set, with or without a schema
 * @param key the name of the key column
 * @param keyForm the type as which keys are bound
 * @param fields the names of the fields
 */
record TableCheck(String name, String key, KeyForm keyForm, List<String> fields, Dialect dialect) {
  /** Groups of column types. A value of one group never fits into a column of another group. */
  private enum Group {
    TEXT,
    NUMBER,
    BYTES,
    OTHER,
    /** A type for which JDBC has no constant. */
    UNKNOWN;

    static Group of(int type) {
      return switch (type) {
        case Types.CHAR,
            Types.VARCHAR,
            Types.LONGVARCHAR,
            Types.NCHAR,
            Types.NVARCHAR,
            Types.LONGNVARCHAR,
            Types.CLOB,
            Types.NCLOB ->
            TEXT;
        case Types.BIGINT,
            Types.INTEGER,
            Types.SMALLINT,
            Types.TINYINT,
            Types.NUMERIC,
            Types.DECIMAL ->
            NUMBER;
        case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> BYTES;
        case Types.BOOLEAN,
            Types.BIT,
            Types.REAL,
            Types.FLOAT,
            Types.DOUBLE,
            Types.DATE,
            Types.TIME,
            Types.TIMESTAMP,
            Types.TIME_WITH_TIMEZONE,
            Types.TIMESTAMP_WITH_TIMEZONE,
            Types.ARRAY ->
            OTHER;
        default -> UNKNOWN;
      };
    }
  }

  /** Thrown if a table exists, but is incompatible. */
  static final class MisfitException extends SQLException {
    private static final long serialVersionUID = 1;

    MisfitException(String message) {
      super(message);
    }
  }

  /**
   * Checks the table.
   *
   * @param columns the columns of the key, the index if there is one, and the fields, in this order
   * @throws MisfitException if the table is incompatible; the message is one sentence that says
   *     why, and what to do
   */
  void check(Connection connection, ResultSetMetaData columns) throws SQLException {
    Group wanted =
        switch (keyForm) {
          case TEXT -> Group.TEXT;
          case NUMBER -> Group.NUMBER;
          case BYTES -> Group.BYTES;
        };
    requireType(columns, 1, wanted);
    int count = columns.getColumnCount();
    for (int i = count - fields.size() + 1; i <= count; i++) {
      requireType(columns, i, Group.BYTES);
    }
    requireUniqueKey(connection);
  }

  private void requireType(ResultSetMetaData columns, int column, Group wanted)
      throws SQLException {
    Group found = Group.of(columns.getColumnType(column));
    if (found == wanted || found == Group.UNKNOWN) {
      return;
    }
    boolean isKey = column == 1;
    throw new MisfitException(
        "the table %s has a column %s of the type %s, where this run needs %s: %s"
            .formatted(
                name,
                columns.getColumnName(column),
                columns.getColumnTypeName(column),
                switch (wanted) {
                  case TEXT -> "text";
                  case NUMBER -> "a whole number";
                  case BYTES, OTHER, UNKNOWN -> "bytes (" + dialect.fieldType() + ")";
                },
                isKey ? "set key-type, or use another table" : "use another table (table=…)"));
  }

  private void requireUniqueKey(Connection connection) throws SQLException {
    String[] parts = name.split("\\.", -1);
    String table = parts[parts.length - 1];
    String given = parts.length > 1 ? parts[parts.length - 2] : null;
    boolean schemaIsCatalog = dialect instanceof MariaDialect;
    String catalog = schemaIsCatalog && given != null ? given : connection.getCatalog();
    String schema = schemaIsCatalog ? null : given != null ? given : connection.getSchema();
    DatabaseMetaData about = connection.getMetaData();
    if (isView(about, catalog, schema, table)) {
      return; // A view has the key of its table.
    }
    try (ResultSet columns = about.getPrimaryKeys(catalog, schema, table)) {
      if (isKeyAlone(columns, "PK_NAME")) {
        return;
      }
    }
    try (ResultSet columns = about.getIndexInfo(catalog, schema, table, true, true)) {
      if (isKeyAlone(columns, "INDEX_NAME")) {
        return;
      }
    }
    throw new MisfitException(
        "the table %s has no primary key and no unique index of the column %s alone, so that"
                .formatted(name, key)
            + " upserts cannot find its rows: add one, set key-column, or use another table");
  }

  private static boolean isView(
      DatabaseMetaData about, @Nullable String catalog, @Nullable String schema, String table)
      throws SQLException {
    try (ResultSet tables = about.getTables(catalog, schema, table, null)) {
      return !tables.next() || !String.valueOf(tables.getString("TABLE_TYPE")).contains("TABLE");
    }
  }

  /** Whether any key or index consists of the key column only. */
  private boolean isKeyAlone(ResultSet columns, String nameColumn) throws SQLException {
    Map<String, Set<String>> byIndex = new HashMap<>();
    while (columns.next()) {
      String column = columns.getString("COLUMN_NAME");
      if (column != null) {
        byIndex
            .computeIfAbsent(String.valueOf(columns.getString(nameColumn)), _ -> new HashSet<>())
            .add(column);
      }
    }
    return byIndex.containsValue(Set.of(key));
  }
}
