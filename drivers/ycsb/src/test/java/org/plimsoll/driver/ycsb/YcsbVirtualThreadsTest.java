package org.plimsoll.driver.ycsb;

import java.util.List;
import java.util.Map;

/** The contract on virtual threads, with rows of several fields. */
class YcsbVirtualThreadsTest extends YcsbContractTest {
  @Override
  protected Map<String, String> settings() {
    Map<String, String> settings = super.settings();
    settings.put("threads", "virtual");
    settings.put("field-prefix", "column");
    return settings;
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "field1", "field2");
  }
}
