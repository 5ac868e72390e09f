package org.plimsoll.driver.dynamodb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.plimsoll.testkit.DynamoDbLocal;
import org.plimsoll.testkit.RealServer;

/** Real servers for tests, with their settings. */
final class DynamoDbServers {
  private static final Path SERVER = Path.of("src/test/servers/dynamodb-local");

  private DynamoDbServers() {}

  static RealServer start(Path folder) throws IOException, InterruptedException {
    return DynamoDbLocal.start(SERVER, folder);
  }

  /** Starts a server that keeps its tables when it is killed. */
  static RealServer startDurable(Path folder) throws IOException, InterruptedException {
    return DynamoDbLocal.startDurable(SERVER, folder);
  }

  /** Settings with credentials: the server accepts any, but requires some. */
  static Map<String, String> settings(String... namesAndValues) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("user", "local");
    settings.put("password", "local-secret");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return settings;
  }
}
