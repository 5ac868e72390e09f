package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.plimsoll.testkit.OpenSearchLocal;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SharedServer;
import tools.jackson.databind.JsonNode;

/** One node of OpenSearch for all test classes, since it takes 10 s to start. */
final class SharedOpenSearch implements BeforeAllCallback {
  static final Path ROOT = Path.of("../..");

  private static volatile @Nullable SharedServer<RealServer> running;

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        SharedServer.of(
            context, SharedOpenSearch.class, folder -> OpenSearchLocal.start(ROOT, folder, 1));
  }

  static RealServer server() {
    return Objects.requireNonNull(running).server();
  }

  static String address() {
    return server().address();
  }

  /** Sends a GET directly to the server, without the driver. */
  static JsonNode ask(String path) throws IOException, InterruptedException {
    return ask(server(), path);
  }

  static JsonNode ask(RealServer server, String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create("http://" + server.address() + path)));
  }

  /** Sends a PUT directly to the server. */
  static JsonNode put(String path, String json) throws IOException, InterruptedException {
    return put(server(), path, json);
  }

  static JsonNode put(RealServer server, String path, String json)
      throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create("http://" + server.address() + path))
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(json)));
  }

  private static JsonNode send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return Documents.JSON.readTree(
          http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body());
    }
  }
}
