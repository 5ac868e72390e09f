package org.plimsoll.driver.sim;

import java.util.Map;

/** The contract, with delayed answers from a queue, on the timeline's thread. */
class SlowSimContractTest extends SimContractTest {
  @Override
  protected Map<String, String> settings() {
    return Map.of("service", "uniform(1ms,5ms)", "max-throughput", "100k");
  }
}
