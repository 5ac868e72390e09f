package org.plimsoll.driver.ycsb;

import java.util.Map;

/** The contract with a binding that converts values to text. */
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
