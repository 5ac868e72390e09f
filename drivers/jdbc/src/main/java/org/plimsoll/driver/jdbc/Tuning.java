package org.plimsoll.driver.jdbc;

import java.time.Duration;
import org.plimsoll.api.SettingValues;

/**
 * Settings that can change during a run.
 *
 * @param isolation the isolation of every connection
 * @param statementTimeout after which the server cancels a statement; zero: never
 * @param fetchRows rows that the server sends at a time; 0: all
 * @param retries after a serialization failure or a deadlock
 */
record Tuning(Isolation isolation, Duration statementTimeout, int fetchRows, int retries) {
  static Tuning of(SettingValues settings) {
    return new Tuning(
        settings.get(JdbcSettings.ISOLATION),
        settings.get(JdbcSettings.STATEMENT_TIMEOUT),
        Math.toIntExact(settings.get(JdbcSettings.FETCH_SIZE)),
        Math.toIntExact(settings.get(JdbcSettings.RETRIES)));
  }
}
