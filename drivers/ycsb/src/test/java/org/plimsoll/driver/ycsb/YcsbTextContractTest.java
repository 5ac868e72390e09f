package org.plimsoll.driver.ycsb;

import java.util.Map;

/** The same with a binding that makes text of values. */
class YcsbTextContractTest extends YcsbContractTest {
  @Override
  protected String address() {
    return "text";
  }

  @Override
  protected Map<String, String> settings() {
    Map<String, String> settings = super.settings();
    settings.put("values", "base64");
    return settings;
  }
}
