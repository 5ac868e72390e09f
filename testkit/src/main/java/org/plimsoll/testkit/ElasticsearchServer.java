package org.plimsoll.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A real Elasticsearch as a process of its own, on loopback. It refuses to run as root: a test that
 * does lets it run as {@code daemon}.
 */
public final class ElasticsearchServer {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int LOWEST_PORT = 26_100;
  private static final int HIGHEST_PORT = 29_000;

  private ElasticsearchServer() {}

  /** What is done before a server starts. */
  @FunctionalInterface
  interface Preparation {
    /**
     * Adds what it needs.
     *
     * @param home with its {@code bin} and its {@code config}; goes to another user afterwards
     * @param environment as which its programs run
     */
    void prepare(Path home, List<String> environment) throws IOException, InterruptedException;
  }

  /** Whether a server can be used. */
  @FunctionalInterface
  interface Health {
    boolean at(int port) throws Exception;
  }

  /**
   * Starts one, without security.
   *
   * @param root the project's folder, where the server's pom is
   * @param folder empty; goes to the user that the server runs as, who must be able to reach it
   */
  public static RealServer start(Path root, Path folder) throws IOException, InterruptedException {
    return start(
        root,
        folder,
        List.of("xpack.security.enabled: false"),
        (_, _) -> {},
        ElasticsearchServer::isHealthy);
  }

  /** Starts one with lines of its configuration file. */
  static RealServer start(
      Path root, Path folder, List<String> settings, Preparation preparation, Health health)
      throws IOException, InterruptedException {
    Path pom = root.resolve("drivers/elasticsearch/src/test/servers/elasticsearch/pom.xml");
    Path home = ZipArchive.unpack(Path.of(MavenClassPath.of(pom)), folder);
    int[] free = RealServer.freePorts(2, LOWEST_PORT, HIGHEST_PORT);
    int port = free[0];
    List<String> configuration =
        new ArrayList<>(
            List.of(
                "network.host: 127.0.0.1",
                "http.port: " + port,
                "transport.port: " + free[1],
                "discovery.type: single-node",
                "cluster.routing.allocation.disk.threshold_enabled: false"));
    configuration.addAll(settings);
    Files.write(home.resolve("config/elasticsearch.yml"), configuration);
    List<String> environment =
        List.of(
            "/usr/bin/env",
            "HOME=" + folder,
            "ES_JAVA_HOME=" + JavaHomes.java(17).resolve("../..").normalize(),
            "ES_JAVA_OPTS=-Xms512m -Xmx512m");
    preparation.prepare(home, environment);
    OtherUser daemon = new OtherUser("daemon");
    daemon.own(folder);
    List<String> command = new ArrayList<>(environment);
    command.addAll(List.of("bash", home.resolve("bin/elasticsearch").toString()));
    return RealServer.start(
        daemon.command(command.toArray(String[]::new)),
        port,
        folder,
        () -> health.at(port),
        PATIENCE);
  }

  private static boolean isHealthy(int port) throws IOException {
    var url = URI.create("http://127.0.0.1:" + port + "/_cluster/health").toURL();
    HttpURLConnection health = (HttpURLConnection) url.openConnection();
    health.setReadTimeout(5000);
    try (InputStream body = health.getInputStream()) {
      String text = new String(body.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      return text.contains("\"green\"") || text.contains("\"yellow\"");
    } finally {
      health.disconnect();
    }
  }
}
