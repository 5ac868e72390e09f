package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import com.datastax.oss.driver.api.core.ssl.SslEngineFactory;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;

/** TLS engines for the CA certificates in {@code tls-ca}, or the JDK's defaults. */
final class Tls {
  private Tls() {}

  static SslEngineFactory engines(SettingValues settings) throws GeneralSecurityException {
    boolean verify = settings.get(TlsSettings.VERIFY);
    TrustManagerFactory trust =
        verify ? TlsSettings.trust(settings) : InsecureTrustManagerFactory.INSTANCE;
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust == null ? null : trust.getTrustManagers(), null);
    return new ProgrammaticSslEngineFactory(context, null, verify);
  }
}
