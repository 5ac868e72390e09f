package org.plimsoll.driver.jdbc;

import java.util.Map;

/** The same with sessions that poll. */
class MariaPollingTest extends MariaTest {
  @Override
  protected Map<String, String> settings() {
    return with(super.settings(), "busy-poll", "true");
  }
}
