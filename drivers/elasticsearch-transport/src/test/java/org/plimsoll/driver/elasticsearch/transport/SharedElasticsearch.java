package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.common.xcontent.json.JsonXContent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.plimsoll.testkit.OldElasticsearch;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SharedServer;

/** One node of Elasticsearch 6.8 for all test classes. */
final class SharedElasticsearch implements BeforeAllCallback {
  private static final Path POM = Path.of("src/test/servers/elasticsearch-6/pom.xml");
  private static volatile @Nullable SharedServer<OldElasticsearch> running;

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        SharedServer.of(
            context,
            SharedElasticsearch.class,
            folder -> OldElasticsearch.start(POM, folder, "node.name: node-1"));
  }

  static OldElasticsearch elasticsearch() {
    return Objects.requireNonNull(running).server();
  }

  static RealServer server() {
    return elasticsearch().server();
  }

  static String address() {
    return server().address();
  }

  /** Sends a GET past the driver. */
  static Map<String, Object> ask(String path) throws IOException {
    return XContentHelper.convertToMap(
        JsonXContent.jsonXContent, elasticsearch().ask("GET", path, ""), true);
  }

  /** The value below these names. */
  static Object at(Map<String, Object> json, String path) {
    Object found = json;
    for (String name : path.split("/", -1)) {
      found = found instanceof Map<?, ?> object ? object.get(name) : null;
    }
    return String.valueOf(found);
  }
}
