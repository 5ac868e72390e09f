package org.plimsoll.driver.lmdb;

import org.plimsoll.api.Driver;
import org.plimsoll.testkit.EmbeddedDriverContract;

/** The contract with rows of one field, which are stored unchanged. */
class LmdbContractTest extends EmbeddedDriverContract {
  @Override
  protected Driver driver() {
    return new LmdbDriver();
  }
}
