package org.plimsoll.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A real Elasticsearch 5 or 6 in its own process, on loopback and on Java 17. It refuses to run as
 * root, so a test that runs as root starts it as {@code daemon}.
 *
 * @param server the server, with the port of the transport protocol
 */
public record OldElasticsearch(RealServer server, int httpPort) implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int LOWEST_PORT = 20_000;
  private static final int HIGHEST_PORT = 22_900;

  /**
   * Starts a server.
   *
   * @param pom the pom with the server's archive
   * @param folder empty folder; its owner becomes the user that runs the server, who needs access
   * @param settings additional lines of the configuration file
   */
  public static OldElasticsearch start(Path pom, Path folder, String... settings)
      throws IOException, InterruptedException {
    Path home = ZipArchive.unpack(Path.of(MavenClassPath.of(pom)), folder);
    int[] free = RealServer.freePorts(2, LOWEST_PORT, HIGHEST_PORT);
    int port = free[0];
    int httpPort = free[1];
    List<String> configuration =
        new ArrayList<>(
            List.of(
                "network.host: 127.0.0.1",
                "http.port: " + httpPort,
                "transport.tcp.port: " + port,
                "discovery.type: single-node",
                "cluster.routing.allocation.disk.threshold_enabled: false"));
    configuration.addAll(List.of(settings));
    Files.write(home.resolve("config/elasticsearch.yml"), configuration);
    removeOldOptions(home.resolve("config/jvm.options"));
    OtherUser daemon = new OtherUser("daemon");
    daemon.own(folder);
    RealServer server =
        RealServer.start(
            daemon.command(
                "/usr/bin/env",
                "HOME=" + folder,
                "JAVA_HOME=" + JavaHomes.java(17).resolve("../..").normalize(),
                "ES_JAVA_OPTS=-Xms512m -Xmx512m -XX:TieredStopAtLevel=1",
                "bash",
                home.resolve("bin/elasticsearch").toString()),
            port,
            folder,
            () -> isHealthy(httpPort),
            PATIENCE);
    return new OldElasticsearch(server, httpPort);
  }

  /**
   * Removes options for a garbage collector from the configuration of 5.6, because Java 17 does not
   * have it.
   */
  private static void removeOldOptions(Path file) throws IOException {
    List<String> options = Files.readAllLines(file);
    options.removeIf(each -> each.contains("UseConcMarkSweepGC") || each.contains("CMSInitiating"));
    Files.write(file, options);
  }

  private static boolean isHealthy(int httpPort) throws IOException {
    String health = ask(httpPort, "GET", "/_cluster/health", "");
    return health.contains("\"green\"") || health.contains("\"yellow\"");
  }

  /** Sends a request over HTTP, without the driver. Returns the answer, which may be an error. */
  public String ask(String method, String path, String json) throws IOException {
    return ask(httpPort, method, path, json);
  }

  private static String ask(int httpPort, String method, String path, String json)
      throws IOException {
    var url = URI.create("http://127.0.0.1:" + httpPort + path).toURL();
    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    try {
      connection.setRequestMethod(method);
      connection.setReadTimeout(30_000);
      if (!json.isEmpty()) {
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.getOutputStream().write(json.getBytes(StandardCharsets.UTF_8));
      }
      try (InputStream body =
          connection.getResponseCode() < 400
              ? connection.getInputStream()
              : connection.getErrorStream()) {
        return body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
      }
    } finally {
      connection.disconnect();
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
