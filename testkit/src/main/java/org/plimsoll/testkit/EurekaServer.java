package org.plimsoll.testkit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Netflix's Eureka server in its own process, on loopback. Its answers are always up to date, and
 * an instance is removed within a second after its lease has ended.
 */
public record EurekaServer(RealServer server) implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
  private static final int OK = 200;

  /**
   * Starts a server without instances.
   *
   * @param root root folder of the project, which contains the server's pom
   * @param folder working folder
   */
  public static EurekaServer start(Path root, Path folder)
      throws IOException, InterruptedException {
    Path source = root.resolve("discovery/src/test/servers/eureka").toAbsolutePath();
    int port = RealServer.freePort();
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            MavenClassPath.of(source.resolve("pom.xml")),
            source.resolve("org/plimsoll/servers/EurekaServer.java").toString(),
            "--server.address=127.0.0.1",
            "--server.port=" + port,
            "--eureka.client.register-with-eureka=false",
            "--eureka.client.fetch-registry=false",
            "--eureka.client.service-url.defaultZone=" + url(port),
            "--eureka.instance.hostname=127.0.0.1",
            "--eureka.server.enable-self-preservation=false",
            // Otherwise, an instance would remain up to a minute after its lease.
            "--eureka.server.eviction-interval-timer-in-ms=500",
            // Otherwise, an answer would be up to 30 seconds old.
            "--eureka.server.use-read-only-response-cache=false");
    return new EurekaServer(
        RealServer.start(
            command, port, folder, () -> status(url(port), "GET", "", "") == OK, PATIENCE));
  }

  /** Returns the service URL for the configuration of clients. */
  public String url() {
    return url(server.port());
  }

  private static String url(int port) {
    return "http://127.0.0.1:" + port + "/eureka";
  }

  /**
   * Registers an instance of an application.
   *
   * @param instance the instance, in the JSON of Eureka's REST operations
   */
  public int register(String application, String instance)
      throws IOException, InterruptedException {
    return status(url(), "POST", "/" + application, instance);
  }

  /**
   * Sends a request without a body, and returns the status of the answer.
   *
   * @param path the path below the list of applications, such as {@code /SHOP/127.0.0.1:8080}
   */
  public int status(String method, String path) throws IOException, InterruptedException {
    return status(url(), method, path, "");
  }

  private static int status(String url, String method, String path, String body)
      throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(URI.create(url + "/apps" + path))
                  .timeout(REQUEST_TIMEOUT)
                  .header("Content-Type", "application/json")
                  .method(method, BodyPublishers.ofString(body))
                  .build(),
              BodyHandlers.discarding())
          .statusCode();
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
