package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.ssl.SSLContextBuilder;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;

/** Whom to trust. */
final class Tls {
  private Tls() {}

  /** How connections are encrypted. */
  static TlsStrategy strategy(SettingValues settings) throws GeneralSecurityException, IOException {
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
    context.init(null, TlsSettings.trustManagers(settings), null);
    return builder.setSslContext(context).buildAsync();
  }
}
