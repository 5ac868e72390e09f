package org.plimsoll.driver.kafka;

import java.security.KeyStore;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.apache.kafka.common.security.auth.SslEngineFactory;
import org.jspecify.annotations.Nullable;

/**
 * Creates TLS engines with the context from the driver's settings. The client library creates an
 * instance by class name.
 */
public final class TlsEngines implements SslEngineFactory {
  /** The property of the client library's configuration that contains the TLS context. */
  static final String CONTEXT = "plimsoll.ssl.context";

  private @Nullable SSLContext context;

  /** Creates a factory, which must be configured before use. */
  public TlsEngines() {}

  @Override
  public void configure(Map<String, ?> properties) {
    context = (SSLContext) properties.get(CONTEXT);
  }

  @Override
  public SSLEngine createClientSslEngine(String host, int port, String identification) {
    if (context == null) {
      throw new IllegalStateException("not configured");
    }
    SSLEngine engine = context.createSSLEngine(host, port);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm(identification);
    engine.setSSLParameters(parameters);
    return engine;
  }

  @Override
  public SSLEngine createServerSslEngine(String host, int port) {
    throw new UnsupportedOperationException("only for clients");
  }

  @Override
  public boolean shouldBeRebuilt(Map<String, Object> next) {
    return false;
  }

  @Override
  public Set<String> reconfigurableConfigs() {
    return Set.of();
  }

  @Override
  public @Nullable KeyStore keystore() {
    return null;
  }

  @Override
  public @Nullable KeyStore truststore() {
    return null;
  }

  @Override
  public void close() {}
}
