package org.plimsoll.server.http;

import io.javalin.http.Context;

/** Checks requests before they are handled, and records their responses. */
public interface Gate {
  /** A gate that admits every request. */
  Gate OPEN = new Gate() {};

  /**
   * Checks a request before its endpoint is known.
   *
   * @throws Problem if the request is rejected
   */
  default void arrived(Context request) {}

  /**
   * Checks a request before its caller is authenticated.
   *
   * @throws Problem if the request is rejected
   */
  default void asked(Context request, Endpoint endpoint) {}

  /**
   * Checks a request of an unauthenticated caller, which will be rejected.
   *
   * @throws Problem if the request is rejected for another reason
   */
  default void unknown(Context request) {}

  /**
   * Checks a request of a caller whose role permits this endpoint.
   *
   * @throws Problem if the request is rejected
   */
  default void admitted(Context request, Endpoint endpoint, Caller caller) {}

  /** Called after the response to a request. */
  default void answered(Context request) {}
}
