package org.plimsoll.driver.memcached;

import java.io.IOException;

/** Makes connections that speak one of the protocols. */
interface Connector {
  /**
   * Connects to every server, or to those that are there, which must be one at least.
   *
   * @throws IOException with a sentence that names the server
   */
  Connection connect(boolean toAll) throws IOException, InterruptedException;
}
