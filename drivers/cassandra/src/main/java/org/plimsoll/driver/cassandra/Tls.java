package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import com.datastax.oss.driver.api.core.ssl.SslEngineFactory;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;

/** Whom to trust. */
final class Tls {
  private Tls() {}

  static SslEngineFactory engines(SettingValues settings)
      throws GeneralSecurityException, IOException {
    boolean verify = settings.get(TlsSettings.VERIFY);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        null,
        verify
            ? TlsSettings.trustManagers(settings)
            : InsecureTrustManagerFactory.INSTANCE.getTrustManagers(),
        null);
    return new ProgrammaticSslEngineFactory(context, null, verify);
  }
}
