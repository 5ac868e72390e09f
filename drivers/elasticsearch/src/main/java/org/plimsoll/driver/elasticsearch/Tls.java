package org.plimsoll.driver.elasticsearch;

import java.security.GeneralSecurityException;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;

/** TLS settings for the CA certificates in {@code tls-ca}, or the JDK's defaults. */
final class Tls {
  private Tls() {}

  /** Creates the TLS strategy for the connections. */
  static TlsStrategy strategy(SettingValues settings) throws GeneralSecurityException {
    ClientTlsStrategyBuilder builder =
        ClientTlsStrategyBuilder.create().setSslContext(TlsSettings.context(settings));
    return settings.get(TlsSettings.VERIFY)
        ? builder.buildAsync()
        : builder.setHostnameVerifier(NoopHostnameVerifier.INSTANCE).buildAsync();
  }
}
