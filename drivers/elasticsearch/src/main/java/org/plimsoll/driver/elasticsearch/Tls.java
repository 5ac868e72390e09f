package org.plimsoll.driver.elasticsearch;

import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.ssl.SSLContextBuilder;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;

/** TLS settings for the CA certificates in {@code tls-ca}, or the JDK's defaults. */
final class Tls {
  private Tls() {}

  /** Creates the TLS strategy of the connections. */
  static TlsStrategy strategy(SettingValues settings) throws GeneralSecurityException {
    ClientTlsStrategyBuilder builder = ClientTlsStrategyBuilder.create();
    if (!settings.get(TlsSettings.VERIFY)) {
      SSLContext anybody =
          SSLContextBuilder.create().loadTrustMaterial(null, (_, _) -> true).build();
      return builder
          .setSslContext(anybody)
          .setHostnameVerifier(NoopHostnameVerifier.INSTANCE)
          .buildAsync();
    }
    SSLContext context = SSLContext.getInstance("TLS");
    TrustManagerFactory trust = TlsSettings.trust(settings);
    context.init(null, trust == null ? null : trust.getTrustManagers(), null);
    return builder.setSslContext(context).buildAsync();
  }
}
