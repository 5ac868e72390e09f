package org.plimsoll.driver.memcached;

import java.util.Map;

/** The contract over three servers with the meta protocol. */
class MemcachedMetaNodesTest extends MemcachedNodesTest {
  @Override
  protected Map<String, String> settings() {
    return Map.of("protocol", "meta");
  }
}
