package org.plimsoll.driver.cassandra;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;

/** Tests the contract with rows of a user-defined text type, logged batches and reads by IN. */
@ExtendWith(SharedCassandra.class)
class UdtRowsTest extends DriverContract {
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
            "typed",
            "row-form",
            "udt",
            "key-type",
            "text",
            "column-types",
            "text",
            "bulk-write",
            "logged",
            "bulk-read",
            "in",
            "load-balancing",
            "round-robin",
            "connections",
            "2"));
    return settings;
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "Champ-é");
  }

  @Override
  protected int hugeValueBytes() {
    return 1_000_000;
  }
}
