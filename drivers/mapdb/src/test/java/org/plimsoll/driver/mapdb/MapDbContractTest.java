package org.plimsoll.driver.mapdb;

import org.plimsoll.api.Driver;
import org.plimsoll.testkit.EmbeddedDriverContract;

/** The contract with rows of one field, which are stored unchanged. */
class MapDbContractTest extends EmbeddedDriverContract {
  @Override
  protected Driver driver() {
    return new MapDbDriver();
  }
}
