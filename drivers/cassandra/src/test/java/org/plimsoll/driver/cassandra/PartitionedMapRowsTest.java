package org.plimsoll.driver.cassandra;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;

/** Tests the contract with ten map rows a partition, a batch for each partition, and TLS. */
@ExtendWith(SharedCassandra.class)
class PartitionedMapRowsTest extends DriverContract {
  @Override
  protected Driver driver() {
    return new CassandraDriver();
  }

  @Override
  protected String address() {
    return SharedCassandra.address() + "/modes";
  }

  @Override
  protected Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>(SharedCassandra.CREDENTIALS);
    settings.putAll(
        Map.of(
            "table",
            "partitioned",
            "rows-per-partition",
            "10",
            "key-type",
            "bigint",
            "row-form",
            "map",
            "bulk-write",
            "unlogged-by-partition",
            "tls",
            "true",
            "tls-ca",
            SharedCassandra.certificate().toString()));
    return settings;
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "champ-é");
  }

  @Override
  protected int hugeValueBytes() {
    return 1_500_000;
  }
}
