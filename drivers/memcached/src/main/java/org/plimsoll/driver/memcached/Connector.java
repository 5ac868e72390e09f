package org.plimsoll.driver.memcached;

import java.io.IOException;

/** Creates connections with one of the protocols. */
interface Connector {
  /**
   * Connects to every server, or to those that are reachable; at least one must be.
   *
   * @throws IOException with a sentence that names the server
   */
  Connection connect(boolean toAll) throws IOException, InterruptedException;
}
