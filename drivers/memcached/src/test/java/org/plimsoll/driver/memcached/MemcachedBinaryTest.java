package org.plimsoll.driver.memcached;

import java.util.Map;

/** The same with the binary protocol, and a connection for each session. */
class MemcachedBinaryTest extends MemcachedDriverTest {
  @Override
  protected Map<String, String> settings() {
    return Map.of("protocol", "binary", "connections", "per-session");
  }
}
