package org.plimsoll.driver.memcached;

import java.util.List;

/** The contract with rows of several fields in one value. */
class MemcachedFieldsTest extends MemcachedDriverTest {
  @Override
  protected List<String> fieldNames() {
    return List.of("name", "größe", "payload");
  }

  @Override
  protected int hugeValueBytes() {
    return super.hugeValueBytes() / 3;
  }
}
