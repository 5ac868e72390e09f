package org.plimsoll.driver.jdbc;

import java.time.Duration;
import org.plimsoll.api.SettingValues;

/** Connection options that every JDBC driver has under its own names. */
record ConnectionForm(Preparing preparing, Encryption encryption, Duration timeout) {
  static ConnectionForm of(SettingValues settings) {
    return new ConnectionForm(
        settings.get(JdbcSettings.PREPARE),
        settings.get(JdbcSettings.TLS),
        settings.get(JdbcSettings.CONNECT_TIMEOUT));
  }
}
