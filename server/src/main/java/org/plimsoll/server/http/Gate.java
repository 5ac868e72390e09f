package org.plimsoll.server.http;

import io.javalin.http.Context;

/** Checks requests before they are handled, and records their answers. */
public interface Gate {
  /** A gate that admits every request. */
  Gate OPEN = new Gate() {};

  /**
   * Checks a request before its endpoint is known.
   *
   * @throws Problem when the request is refused
   */
  default void arrived(Context request) {}

  /**
   * Checks a request before its caller is authenticated.
   *
   * @throws Problem when the request is refused
   */
  default void asked(Context request, Endpoint endpoint) {}

  /**
   * Checks a request of an unknown caller, which will be rejected.
   *
   * @throws Problem if the request is rejected for another reason
   */
  default void unknown(Context request) {}

  /**
   * Checks a request of a caller whose role allows this endpoint.
   *
   * @throws Problem when the request is refused
   */
  default void admitted(Context request, Endpoint endpoint, Caller caller) {}

  /** Called after a request was answered. */
  default void answered(Context request) {}
}
