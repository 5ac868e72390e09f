package org.plimsoll.driver.jdbc;

import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The SQL dialect of CockroachDB, which supports PostgreSQL's protocol and most of its SQL.
 *
 * @param postgres the dialect to which common parts are delegated
 */
record CockroachDialect(PostgresDialect postgres) implements Dialect {
  @Override
  public String name() {
    return "cockroachdb";
  }

  @Override
  public void configure(Properties properties, ConnectionForm form) {
    postgres.configure(properties, form);
  }

  /**
   * Returns the type without a collation. CockroachDB orders text by its bytes, and accepts no
   * collation that requires this.
   */
  @Override
  public String keyType(KeyForm form) {
    return form == KeyForm.TEXT ? "text" : postgres.keyType(form);
  }

  @Override
  public String fieldType() {
    return postgres.fieldType();
  }

  /**
   * Returns an {@code upsert} statement. It writes without the preceding read of {@code on
   * conflict}.
   */
  @Override
  public String upsert(Table table, int rows) {
    return "upsert" + table.insert(rows).substring("insert".length());
  }

  @Override
  public boolean cursorsNeedTransaction() {
    return true;
  }

  @Override
  public @Nullable String arrayType(KeyForm form) {
    return postgres.arrayType(form);
  }

  @Override
  public int maxParameters() {
    return postgres.maxParameters();
  }

  @Override
  public @Nullable String statementTimeout(Duration timeout) {
    return postgres.statementTimeout(timeout);
  }
}
