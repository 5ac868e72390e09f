package org.plimsoll.driver.jdbc;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;

/**
 * Connection options that all JDBC drivers support under different names.
 *
 * @param authorities the PEM file with trusted certificates, if set
 */
record ConnectionForm(
    Preparing preparing, Encryption encryption, Duration timeout, Optional<Path> authorities) {
  static ConnectionForm of(SettingValues settings) {
    return new ConnectionForm(
        settings.get(JdbcSettings.PREPARE),
        settings.get(JdbcSettings.TLS),
        settings.get(JdbcSettings.CONNECT_TIMEOUT),
        Optional.of(settings.get(TlsSettings.AUTHORITIES))
            .filter(file -> !file.isEmpty())
            .map(file -> Path.of(file).toAbsolutePath()));
  }
}
