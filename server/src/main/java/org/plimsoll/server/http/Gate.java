package org.plimsoll.server.http;

import io.javalin.http.Context;

/** Looks at requests before they do anything, and at what became of them. */
public interface Gate {
  /** Lets everything through. */
  Gate OPEN = new Gate() {};

  /**
   * Looks at a request, whatever it asks for.
   *
   * @throws Problem when it is refused
   */
  default void arrived(Context request) {}

  /**
   * Looks at a request of somebody who may call this endpoint.
   *
   * @throws Problem when it is refused
   */
  default void admitted(Context request, Endpoint endpoint, Caller caller) {}

  /** Looks at the answer. */
  default void answered(Context request) {}
}
