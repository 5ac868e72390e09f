package org.plimsoll.driver.dynomite;

import org.plimsoll.api.HostPort;

/**
 * A node of the ring.
 *
 * @param address the address for clients
 * @param token the position of the node, an unsigned 32-bit number
 */
record RingNode(HostPort address, String datacenter, String rack, long token) {
  static final long HIGHEST_TOKEN = 0xffffffffL;

  /** Parses a token in the form that servers and users write. */
  static long token(String text) {
    if (!text.matches("[0-9]{1,10}") || Long.parseLong(text) > HIGHEST_TOKEN) {
      throw new IllegalArgumentException(
          "a token must be from 0 to 4294967295, was '" + text + "'");
    }
    return Long.parseLong(text);
  }
}
