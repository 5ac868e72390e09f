package org.plimsoll.driver.memcached;

import java.io.IOException;

/** Creates connections with one of the protocols. */
interface Connector {
  /**
   * Connects to the servers.
   *
   * @param toAll true to fail if any server is unreachable; false to require only one
   * @throws IOException if this fails; the message is one sentence with the server
   */
  Connection connect(boolean toAll) throws IOException, InterruptedException;
}
