package org.plimsoll.driver.http;

/** Any service that speaks HTTP over TLS. */
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
    return "Any service that speaks HTTP/1.1 or HTTP/2 over TLS, through Vert.x";
  }
}
