package org.plimsoll.driver.rocksdb;

import org.plimsoll.api.Driver;
import org.plimsoll.testkit.EmbeddedDriverContract;

/** The contract with rows of one field, which are stored unchanged. */
class RocksDbContractTest extends EmbeddedDriverContract {
  @Override
  protected Driver driver() {
    return new RocksDbDriver();
  }
}
