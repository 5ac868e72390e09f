package org.plimsoll.driver.jdbc;

/** The SQL dialects that the setting {@code dialect} accepts. */
enum DialectName {
  AUTO,
  POSTGRESQL,
  MARIADB,
  COCKROACHDB,
  SQLITE,
  ANSI
}
