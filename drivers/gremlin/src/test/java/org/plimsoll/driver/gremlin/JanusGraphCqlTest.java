package org.plimsoll.driver.gremlin;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;

/** Tests the driver contract on Cassandra, with several properties. */
@Tag("slow")
@ExtendWith(SharedCassandra.class)
class JanusGraphCqlTest extends ServerDriverContract {
  @Override
  protected Driver driver() {
    return new JanusGraphDriver();
  }

  @Override
  protected RealServer server() {
    return SharedCassandra.server();
  }

  @Override
  protected String address() {
    return SharedCassandra.address();
  }

  @Override
  protected String addressAt(String hostAndPort) {
    return "cql:" + hostAndPort;
  }

  @Override
  protected Map<String, String> settings() {
    return SharedCassandra.SETTINGS;
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "champ-é", "Field2");
  }

  @Override
  protected int hugeValueBytes() {
    return 1_000_000;
  }
}
