package org.plimsoll.driver.jdbc;

/** Dialects of SQL, as settings have them. */
enum DialectName {
  AUTO,
  POSTGRESQL,
  MARIADB,
  COCKROACHDB,
  ANSI
}
