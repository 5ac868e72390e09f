package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.plimsoll.testkit.OpenSearchLocal;
import org.plimsoll.testkit.RealServer;
import tools.jackson.databind.JsonNode;

/** One node of OpenSearch for all test classes, as it takes ten seconds to start. */
final class SharedOpenSearch implements BeforeAllCallback {
  static final Path ROOT = Path.of("../..");

  private static volatile @Nullable Running running;

  private record Running(RealServer server, Path folder) implements AutoCloseable {
    static Running start() {
      try {
        Path folder = Files.createTempDirectory("plimsoll-opensearch");
        return new Running(OpenSearchLocal.start(ROOT, folder, 1), folder);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() throws IOException {
      server.close();
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
          Files.delete(file);
        }
      }
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        context
            .getRoot()
            .getStore(Namespace.create(SharedOpenSearch.class))
            .computeIfAbsent("server", _ -> Running.start(), Running.class);
  }

  static RealServer server() {
    return Objects.requireNonNull(running).server();
  }

  static String address() {
    return server().address();
  }

  /** What the server answers to a GET, past the driver. */
  static JsonNode ask(String path) throws IOException, InterruptedException {
    return ask(server(), path);
  }

  static JsonNode ask(RealServer server, String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create("http://" + server.address() + path)));
  }

  /** What it answers to a PUT. */
  static JsonNode put(String path, String json) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create("http://" + address() + path))
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
