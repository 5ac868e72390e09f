package org.plimsoll.driver.jdbc;

import java.util.Map;

/** MariaDB with sessions that poll for their answers. */
class MariaPollingTest extends MariaTest {
  @Override
  protected Map<String, String> settings() {
    return with(super.settings(), "busy-poll", "true");
  }
}
