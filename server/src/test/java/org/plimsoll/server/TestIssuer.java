package org.plimsoll.server;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.plimsoll.testkit.MavenClassPath;
import org.plimsoll.testkit.RealServer;

/**
 * The OpenID provider {@code mock-oauth2-server} in its own process, with real discovery, keys,
 * codes and proof keys. Its form accepts any name and claims.
 */
final class TestIssuer implements AutoCloseable {
  private static final Path POM = Path.of("../server/src/test/servers/mock-oauth2-server/pom.xml");
  private static final int LOWEST_PORT = 29_100;
  private static final int HIGHEST_PORT = 30_000;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final RealServer server;

  private TestIssuer(RealServer server) {
    this.server = server;
  }

  static TestIssuer start(Path folder) throws IOException, InterruptedException {
    int port = RealServer.freePort(LOWEST_PORT, HIGHEST_PORT);
    List<String> command =
        List.of(
            "/usr/bin/env",
            "SERVER_HOSTNAME=127.0.0.1",
            "SERVER_PORT=" + port,
            "JSON_CONFIG={\"interactiveLogin\": true}",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            MavenClassPath.of(POM),
            "no.nav.security.mock.oauth2.StandaloneMockOAuth2ServerKt");
    URI alive = URI.create("http://127.0.0.1:" + port + "/isalive");
    return new TestIssuer(
        RealServer.start(
            command,
            port,
            folder,
            () -> {
              HttpRequest request = HttpRequest.newBuilder(alive).build();
              return CLIENT.send(request, BodyHandlers.discarding()).statusCode() == 200;
            },
            Duration.ofSeconds(60)));
  }

  String name() {
    return "http://" + server.address() + "/plimsoll";
  }

  /** Logs a user in with the form of an address, and returns the address of the redirect. */
  URI signIn(String form, String user, String claims) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        CLIENT.send(
            HttpRequest.newBuilder(URI.create(form))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(
                    BodyPublishers.ofString(
                        "username=" + encoded(user) + "&claims=" + encoded(claims)))
                .build(),
            BodyHandlers.ofString());
    return URI.create(answer.headers().firstValue("Location").orElseThrow());
  }

  /** The parameters in the query of an address. */
  static Map<String, String> query(String address) {
    return Arrays.stream(URI.create(address).getRawQuery().split("&", -1))
        .map(each -> each.split("=", 2))
        .collect(
            Collectors.toMap(
                each -> each[0], each -> URLDecoder.decode(each[1], StandardCharsets.UTF_8)));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Kills the process, so that it does not answer. */
  void kill() {
    server.kill();
  }

  /** Starts the process again. */
  void restart() {
    server.start();
  }

  @Override
  public void close() {
    server.close();
  }
}
