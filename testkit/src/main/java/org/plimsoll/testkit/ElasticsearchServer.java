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
 * A real Elasticsearch in its own process, on loopback. It refuses to run as root, so a test that
 * runs as root starts it as {@code daemon}.
 */
public final class ElasticsearchServer {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int LOWEST_PORT = 26_100;
  private static final int HIGHEST_PORT = 29_000;

  private ElasticsearchServer() {}

  /** Prepares a server's folder before the server starts. */
  @FunctionalInterface
  interface Preparation {
    /**
     * Prepares the folder.
     *
     * @param home the home folder with {@code bin} and {@code config}; its owner is changed
     *     afterwards
     * @param environment the environment in which the server's programs run
     */
    void prepare(Path home, List<String> environment) throws IOException, InterruptedException;
  }

  /** Checks whether a server is ready. */
  @FunctionalInterface
  interface Health {
    boolean at(int port) throws Exception;
  }

  /**
   * Starts a server without security.
   *
   * @param root root folder of the project, which contains the server's pom
   * @param folder empty folder; its owner becomes the user that runs the server, who needs access
   */
  public static RealServer start(Path root, Path folder) throws IOException, InterruptedException {
    return start(
        root,
        folder,
        List.of("xpack.security.enabled: false"),
        (_, _) -> {},
        ElasticsearchServer::isHealthy);
  }

  /** Starts a server with additional lines in its configuration file. */
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
                "path.repo: " + folder.resolve("backups"),
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
    try (InputStream body = health.getInputStream()) {
      String text = new String(body.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      return text.contains("\"green\"") || text.contains("\"yellow\"");
    } finally {
      health.disconnect();
    }
  }
}
