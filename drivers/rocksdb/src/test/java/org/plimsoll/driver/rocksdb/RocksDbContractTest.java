package org.plimsoll.driver.rocksdb;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;

/** The contract with rows of one field, which are stored unchanged. */
class RocksDbContractTest extends DriverContract {
  @TempDir static Path folder;

  @Override
  protected Driver driver() {
    return new RocksDbDriver();
  }

  @Override
  protected String address() {
    return folder.resolve(getClass().getSimpleName()).toString();
  }
}
