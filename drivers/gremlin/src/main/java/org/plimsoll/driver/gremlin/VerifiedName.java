package org.plimsoll.driver.gremlin;

import io.netty.handler.ssl.DelegatingSslContext;
import io.netty.handler.ssl.SslContext;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * TLS that verifies that the server's certificate names the target's host. The library connects to
 * an address and verifies no name.
 */
final class VerifiedName extends DelegatingSslContext {
  private final String host;

  VerifiedName(SslContext context, String host) {
    super(context);
    this.host = host;
  }

  @Override
  protected void initEngine(SSLEngine engine) {
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    if (!host.contains(":") && !host.matches("[0-9.]+")) {
      parameters.setServerNames(List.of(new SNIHostName(host)));
    }
    engine.setSSLParameters(parameters);
  }
}
