package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.plimsoll.testkit.MavenClassPath;
import org.plimsoll.testkit.RealServer;

/** Real servers for tests. */
final class SearchServers {
  private static final Path OPENSEARCH = Path.of("src/test/servers/opensearch");
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private SearchServers() {}

  /** One node of OpenSearch, which keeps its data when it is killed. */
  static RealServer startOpenSearch(Path folder) throws IOException, InterruptedException {
    int port = RealServer.freePort();
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xms512m",
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            MavenClassPath.of(OPENSEARCH.resolve("pom.xml")),
            OPENSEARCH.resolve("OpenSearchServer.java").toAbsolutePath().toString(),
            folder.resolve("data").toString(),
            String.valueOf(port));
    return RealServer.start(command, port, folder, () -> isHealthy(port), PATIENCE);
  }

  private static boolean isHealthy(int port) throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:" + port + "/_cluster/health"))
                  .timeout(Duration.ofSeconds(5))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200
          && (answer.body().contains("\"green\"") || answer.body().contains("\"yellow\""));
    }
  }
}
