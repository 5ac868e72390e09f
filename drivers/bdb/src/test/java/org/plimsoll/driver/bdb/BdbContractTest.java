package org.plimsoll.driver.bdb;

import java.util.Map;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.EmbeddedDriverContract;

/** The contract with rows of one field, which are stored unchanged. */
class BdbContractTest extends EmbeddedDriverContract {
  @Override
  protected Driver driver() {
    return new BdbDriver();
  }

  /** A pause of the machine for the default of 500 ms fails calls that wait for a lock. */
  @Override
  protected Map<String, String> settings() {
    return Map.of("lock-timeout", "1m");
  }
}
