package org.plimsoll.driver.memcached;

import java.util.Map;

/** The contract with the binary protocol and one connection per session. */
class MemcachedBinaryTest extends MemcachedDriverTest {
  @Override
  protected Map<String, String> settings() {
    return Map.of("protocol", "binary", "connections", "per-session");
  }
}
