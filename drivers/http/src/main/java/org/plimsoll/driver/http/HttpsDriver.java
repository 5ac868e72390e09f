package org.plimsoll.driver.http;

/** Driver for any HTTP service with TLS. */
public final class HttpsDriver extends HttpDriver {
  @Override
  public String name() {
    return "https";
  }

  @Override
  boolean tls() {
    return true;
  }

  @Override
  public String description() {
    return "Any HTTP/1.1 or HTTP/2 service over TLS, through Vert.x";
  }
}
