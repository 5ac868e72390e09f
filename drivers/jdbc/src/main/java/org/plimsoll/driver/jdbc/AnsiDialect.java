package org.plimsoll.driver.jdbc;

import java.util.Collections;
import java.util.Properties;
import java.util.stream.Collectors;

/** The SQL dialect of H2, Oracle, Db2 and others, which is close to the standard. */
record AnsiDialect() implements Dialect {
  @Override
  public String name() {
    return "ansi";
  }

  @Override
  public void configure(Properties properties, ConnectionForm form) {
    if (form.authorities().isPresent()) {
      throw new IllegalArgumentException(
          "tls-ca: must be empty except with PostgreSQL and MariaDB, was '"
              + form.authorities().get()
              + "'");
    }
  }

  @Override
  public String keyType(KeyForm form) {
    return switch (form) {
      case TEXT -> "varchar(255)";
      case NUMBER -> "bigint";
      case BYTES -> "varbinary(255)";
    };
  }

  @Override
  public String fieldType() {
    return "blob";
  }

  /** Returns a {@code merge} statement, with the rows as a table of values. */
  @Override
  public String upsert(Table table, int rows) {
    String columns = String.join(", ", table.columns());
    String row = String.join(", ", Collections.nCopies(table.columns().size(), "?"));
    return "merge into "
        + table.name()
        + " t using (values "
        + String.join(", ", Collections.nCopies(rows, "(" + row + ")"))
        + ") s ("
        + columns
        + ") on (t."
        + table.key()
        + " = s."
        + table.key()
        + ") when matched then update set "
        + table.payload().stream()
            .map(column -> column + " = s." + column)
            .collect(Collectors.joining(", "))
        + " when not matched then insert ("
        + columns
        + ") values ("
        + table.columns().stream().map(column -> "s." + column).collect(Collectors.joining(", "))
        + ")";
  }

  /** Returns a query on a table, because Oracle and Db2 require one. No row meets its condition. */
  @Override
  public String rehearsal(Table table) {
    return "select 1 from " + table.name() + " where 1 = 0";
  }

  @Override
  public String limit() {
    return " fetch first ? rows only";
  }
}
