package org.plimsoll.driver.cassandrathrift;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;

/** Tests the driver contract with three columns. */
@ExtendWith(SharedThriftCassandra.class)
class CassandraThriftDriverTest extends ServerDriverContract {
  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new CassandraThriftDriver();
  }

  @Override
  protected RealServer server() {
    return SharedThriftCassandra.server();
  }

  @Override
  protected String address() {
    return SharedThriftCassandra.address();
  }

  @Override
  protected Map<String, String> settings() {
    return SharedThriftCassandra.CREDENTIALS;
  }

  @Override
  protected Map<String, String> severalFieldsSettings() {
    Map<String, String> settings = new HashMap<>(settings());
    settings.put("table", "several_fields");
    return settings;
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "champ-é", "Field2");
  }

  /** The largest value of three fields: a mutation is at most half a commit log segment (8 MiB). */
  @Override
  protected int hugeValueBytes() {
    return 1_000_000;
  }
}
