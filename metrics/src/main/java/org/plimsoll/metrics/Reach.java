package org.plimsoll.metrics;

import java.net.URI;

/** Decides what a webhook may reach. It is asked when it is opened and before each request. */
@FunctionalInterface
public interface Reach {
  /** Allows every address. */
  Reach EVERYTHING = _ -> {};

  /**
   * Checks an address.
   *
   * @throws org.plimsoll.engine.spec.InvalidSpecException when it is not allowed
   */
  void check(URI address);
}
