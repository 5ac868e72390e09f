package org.plimsoll.driver.rocksdb;

import java.util.List;

/** The contract with rows of several fields, which are stored with their names. */
class RocksDbManyFieldsTest extends RocksDbContractTest {
  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "champ-é", "field2");
  }
}
