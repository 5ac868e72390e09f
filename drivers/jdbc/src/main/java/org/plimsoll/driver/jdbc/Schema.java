package org.plimsoll.driver.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import org.plimsoll.api.SettingValues;

/** Creates the table if it does not exist. */
final class Schema {
  /** SQLStates for a missing column: the one of PostgreSQL, and the one of all others. */
  private static final Set<String> NO_SUCH_COLUMN = Set.of("42703", "42S22");

  private final Dialect dialect;
  private final Table table;
  private final KeyForm keyForm;
  private final TableCheck check;

  Schema(Dialect dialect, Table table, SettingValues settings, List<String> fieldNames) {
    this.dialect = dialect;
    this.table = table;
    keyForm = settings.get(JdbcSettings.KEY_TYPE);
    check =
        new TableCheck(
            settings.get(JdbcSettings.TABLE),
            settings.get(JdbcSettings.KEY_COLUMN),
            keyForm,
            fieldNames,
            dialect);
  }

  /**
   * Creates the table if it cannot be read. Users without the right to create tables can therefore
   * use an existing one.
   *
   * @throws SQLException if the table lacks required columns, or is {@linkplain TableCheck
   *     incompatible}
   */
  void create(Connection connection) throws SQLException {
    String all = String.join(", ", table.columns());
    String probe = "select " + all + " from " + table.name() + " where 1 = 0";
    try (Statement statement = connection.createStatement()) {
      try (ResultSet none = statement.executeQuery(probe)) {
        check.check(connection, none.getMetaData());
        return;
      } catch (TableCheck.MisfitException e) {
        throw e;
      } catch (SQLException e) {
        if (NO_SUCH_COLUMN.contains(String.valueOf(e.getSQLState()))
            || String.valueOf(e.getMessage()).contains("no such column")) {
          throw new SQLException(
              "the table %s exists but lacks columns that this run needs (%s):"
                      .formatted(table.name(), all)
                  + " use another table (table=…), or drop it",
              e);
        }
        if (!Failures.codeOf(e).equals(Failures.NO_SUCH_TABLE)) {
          throw failed("use", e);
        }
      }
      try {
        statement.execute(createTable());
        if (table.index() != null) {
          statement.execute(createIndex());
        }
      } catch (SQLException e) {
        // Another process of the same run may have created it in the meantime.
        try {
          statement.executeQuery(probe).close();
        } catch (SQLException _) {
          throw failed("create", e);
        }
      }
    }
  }

  private SQLException failed(String what, SQLException e) {
    return new SQLException(
        "cannot %s the table %s: %s".formatted(what, table.name(), Failures.messageOf(e)), e);
  }

  private String createTable() {
    StringBuilder sql = new StringBuilder("create table ").append(table.name()).append(" (");
    sql.append(table.key()).append(' ').append(dialect.keyType(keyForm)).append(" primary key");
    if (table.index() != null) {
      sql.append(", ").append(table.index()).append(" bigint");
    }
    for (String field : table.fields()) {
      sql.append(", ").append(field).append(' ').append(dialect.fieldType());
    }
    return sql.append(')').toString();
  }

  private String createIndex() {
    String name = table.name().replaceAll("[^\\p{L}\\p{N}_]", "_");
    return "create index "
        + dialect.quoted(name.replaceAll("^_+|_+$", "") + "_indexed")
        + " on "
        + table.name()
        + " ("
        + table.index()
        + ")";
  }
}
