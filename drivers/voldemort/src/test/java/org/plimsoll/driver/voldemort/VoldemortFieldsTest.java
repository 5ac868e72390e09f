package org.plimsoll.driver.voldemort;

import java.util.List;

/** The contract with rows of several fields. */
class VoldemortFieldsTest extends VoldemortDriverTest {
  @Override
  protected List<String> fieldNames() {
    return List.of("name", "mail", "city");
  }
}
