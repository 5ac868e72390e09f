package org.plimsoll.driver.etcd;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.ClientCertificate;

/** The TLS context of connections. */
final class Tls {
  private Tls() {}

  /**
   * Creates the context for HTTP/2 from the settings, or returns null without TLS.
   *
   * @throws IllegalArgumentException when a file cannot be used
   */
  static @Nullable SslContext http2(SettingValues settings)
      throws GeneralSecurityException, IOException {
    if (!settings.get(TlsSettings.TLS)) {
      return null;
    }
    SslContextBuilder builder = SslContextBuilder.forClient();
    if (!settings.get(TlsSettings.VERIFY)) {
      builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
    } else {
      TrustManagerFactory trust = TlsSettings.trust(settings);
      if (trust != null) {
        builder.trustManager(trust);
      }
    }
    KeyManagerFactory keys = ClientCertificate.of(settings);
    if (keys != null) {
      builder.keyManager(keys);
    }
    return GrpcSslContexts.configure(builder).build();
  }
}
