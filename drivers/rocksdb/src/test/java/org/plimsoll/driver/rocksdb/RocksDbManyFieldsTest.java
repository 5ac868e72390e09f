package org.plimsoll.driver.rocksdb;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;

/** The contract with rows of several fields, which are stored with their names. */
class RocksDbManyFieldsTest extends DriverContract {
  @TempDir static Path folder;

  @Override
  protected Driver driver() {
    return new RocksDbDriver();
  }

  @Override
  protected String address() {
    return folder.toString();
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "champ-é", "field2");
  }
}
