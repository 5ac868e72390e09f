package org.plimsoll.driver.elasticsearch;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;

/** The contract on one node of OpenSearch, with writes that are searchable at once. */
class OpenSearchContractTest extends ServerDriverContract {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = SearchServers.startOpenSearch(folder);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected Driver driver() {
    return new ElasticsearchDriver();
  }

  @Override
  protected RealServer server() {
    return server;
  }

  @Override
  protected String address() {
    return server.address();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("refresh", "true");
  }
}
