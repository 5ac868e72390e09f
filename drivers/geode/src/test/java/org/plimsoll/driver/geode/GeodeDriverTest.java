package org.plimsoll.driver.geode;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;

/** Tests the driver contract on a server without its locator, which would name the server. */
@ExtendWith(SharedGeode.class)
class GeodeDriverTest extends ServerDriverContract {
  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new GeodeDriver();
  }

  @Override
  protected RealServer server() {
    return SharedGeode.server();
  }

  @Override
  protected String address() {
    return SharedGeode.server().address();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("via", "servers", "single-hop", "false");
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "champ-é", "Field2");
  }

  @Override
  protected int hugeValueBytes() {
    return 2_000_000;
  }
}
