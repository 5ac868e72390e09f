package org.plimsoll.driver.etcd;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.ClientCertificate;

/** The TLS context of connections. */
final class Tls {
  private Tls() {}

  /**
   * The context that the settings describe, for HTTP/2; null without TLS.
   *
   * @throws IllegalArgumentException when a file cannot be used
   */
  static @Nullable SslContext http2(SettingValues settings)
      throws GeneralSecurityException, IOException {
    return settings.get(TlsSettings.TLS)
        ? GrpcSslContexts.configure(builder(settings)).build()
        : null;
  }

  /** The sockets for the page of metrics, which is HTTP/1; null without TLS. */
  static @Nullable SSLSocketFactory http1(SettingValues settings)
      throws GeneralSecurityException, IOException {
    if (!settings.get(TlsSettings.TLS)) {
      return null;
    }
    SslContext context = builder(settings).sslProvider(SslProvider.JDK).build();
    return ((JdkSslContext) context).context().getSocketFactory();
  }

  private static SslContextBuilder builder(SettingValues settings) throws GeneralSecurityException {
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
    return builder;
  }
}
