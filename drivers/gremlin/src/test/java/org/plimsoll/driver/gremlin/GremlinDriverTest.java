package org.plimsoll.driver.gremlin;

import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;

/** Tests the driver contract on JanusGraph Server, with several properties. */
@ExtendWith(SharedJanusGraph.class)
class GremlinDriverTest extends ServerDriverContract {
  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new GremlinDriver();
  }

  @Override
  protected RealServer server() {
    return SharedJanusGraph.server();
  }

  @Override
  protected String address() {
    return SharedJanusGraph.address();
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "champ-é", "Field2");
  }

  /** A traversal of three fields is one frame, and the heap of the server is small. */
  @Override
  protected int hugeValueBytes() {
    return 1_000_000;
  }
}
