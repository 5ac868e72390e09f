package org.plimsoll.driver.bdb;

import org.plimsoll.api.Driver;
import org.plimsoll.testkit.EmbeddedDriverContract;

/** The contract with rows of one field, which are stored unchanged. */
class BdbContractTest extends EmbeddedDriverContract {
  @Override
  protected Driver driver() {
    return new BdbDriver();
  }
}
