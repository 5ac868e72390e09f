package org.plimsoll.driver.jdbc;

import java.time.Duration;
import org.plimsoll.api.SettingValues;

/**
 * Current values of the settings that can change during a run.
 *
 * @param isolation the isolation level of all connections
 * @param statementTimeout the time after which the server cancels a statement; zero: never
 * @param fetchRows the number of rows that the server sends at a time; 0: all
 * @param retries the number of retries after a serialization failure or a deadlock
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
