package org.plimsoll.driver.elasticsearch.transport;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;

/** Tests the driver contract on Elasticsearch 6.8 with refreshed writes. */
@ExtendWith(SharedElasticsearch.class)
class TransportDriverTest extends ServerDriverContract {
  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new TransportDriver();
  }

  @Override
  protected RealServer server() {
    return SharedElasticsearch.server();
  }

  @Override
  protected String address() {
    return SharedElasticsearch.address();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("refresh", "true");
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
