package org.plimsoll.driver.gremlin;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSessionContext;

/**
 * A TLS context that verifies that the certificate contains the host name in the target. This is
 * necessary because the library connects to an IP address and verifies no name.
 */
final class VerifiedName extends SslContext {
  private final SslContext context;
  private final Map<String, String> hosts;

  /**
   * Creates a context.
   *
   * @param hosts the host names in the target, by the addresses to which the library connects
   */
  VerifiedName(SslContext context, Map<String, String> hosts) {
    this.context = context;
    this.hosts = Map.copyOf(hosts);
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator allocator) {
    throw new UnsupportedOperationException("no host to verify");
  }

  /** Creates an engine for the host. The client also sends the host as the server name. */
  @Override
  public SSLEngine newEngine(ByteBufAllocator allocator, String address, int port) {
    SSLEngine engine = context.newEngine(allocator, hosts.getOrDefault(address, address), port);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
    return engine;
  }

  @Override
  public boolean isClient() {
    return context.isClient();
  }

  @Override
  public List<String> cipherSuites() {
    return context.cipherSuites();
  }

  @Override
  @SuppressWarnings("deprecation") // Methods that are abstract in the library's class.
  public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
    return context.applicationProtocolNegotiator();
  }

  @Override
  public SSLSessionContext sessionContext() {
    return context.sessionContext();
  }
}
