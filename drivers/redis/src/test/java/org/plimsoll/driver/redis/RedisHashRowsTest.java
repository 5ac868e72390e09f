package org.plimsoll.driver.redis;

import java.util.List;
import java.util.Map;

/** The contract with hash rows of three fields, each session with its own connection. */
class RedisHashRowsTest extends RedisDriverTest {
  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "champ-é", "field2");
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("connections", "per-session", "pipeline-depth", "8");
  }

  @Override
  protected int hugeValueBytes() {
    return 3_000_000;
  }
}
