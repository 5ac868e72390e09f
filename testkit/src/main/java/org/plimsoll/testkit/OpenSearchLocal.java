package org.plimsoll.testkit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Real OpenSearch nodes in one separate process, on loopback. */
public final class OpenSearchLocal {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int LOWEST_PORT = 29_100;
  private static final int HIGHEST_PORT = 31_900;

  private OpenSearchLocal() {}

  /**
   * Starts a cluster that keeps its data when it is killed. The HTTP ports of the other nodes
   * follow the port of the first one.
   *
   * @param root root folder of the project, which contains the server's pom
   * @param folder working folder
   * @param nodes number of nodes
   * @param settings settings of the server, as {@code name=value}
   */
  public static RealServer start(Path root, Path folder, int nodes, String... settings)
      throws IOException, InterruptedException {
    Path server = root.resolve("drivers/elasticsearch/src/test/servers/opensearch");
    int port = freePorts(2 * nodes);
    int transportPort = port + nodes;
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms512m",
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                MavenClassPath.of(server.resolve("pom.xml")),
                server.resolve("OpenSearchServer.java").toAbsolutePath().toString(),
                folder.resolve("data").toString(),
                String.valueOf(port),
                String.join(
                    ",",
                    IntStream.range(transportPort, transportPort + nodes)
                        .mapToObj(String::valueOf)
                        .toList())));
    command.add("path.repo=" + folder.resolve("backups"));
    command.addAll(List.of(settings));
    return RealServer.start(command, port, folder, () -> isHealthy(port, nodes), PATIENCE);
  }

  /** Returns the first of several consecutive free ports. */
  private static int freePorts(int count) {
    int first = RealServer.freePort(LOWEST_PORT, HIGHEST_PORT);
    while (!IntStream.range(first + 1, first + count).allMatch(ReservedPorts::reserve)) {
      first = RealServer.freePort(LOWEST_PORT, HIGHEST_PORT);
    }
    return first;
  }

  private static boolean isHealthy(int port, int nodes) throws IOException, InterruptedException {
    URI health = URI.create("http://127.0.0.1:" + port + "/_cluster/health");
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          http.send(HttpRequest.newBuilder(health).build(), HttpResponse.BodyHandlers.ofString());
      String body = answer.body();
      return answer.statusCode() == 200
          && body.contains("\"number_of_nodes\":" + nodes)
          && (body.contains("\"green\"") || body.contains("\"yellow\""));
    }
  }
}
