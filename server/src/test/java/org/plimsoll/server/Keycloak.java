package org.plimsoll.server;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.plimsoll.testkit.MavenClassPath;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ZipArchive;

/** A real Keycloak in its own process on loopback, with the realm of {@code realm.json}. */
final class Keycloak implements AutoCloseable {
  private static final Path SOURCE = Path.of("../server/src/test/servers/keycloak");
  private static final Duration PATIENCE = Duration.ofMinutes(6);
  private static final int LOWEST_PORT = 28_100;
  private static final int HIGHEST_PORT = 29_000;
  private static final Pattern FORM = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");
  private static final Pattern FIELD =
      Pattern.compile("<input type=\"hidden\" name=\"(code)\" value=\"([^\"]+)\"");

  private final RealServer server;

  private Keycloak(RealServer server) {
    this.server = server;
  }

  static Keycloak start(Path folder) throws IOException, InterruptedException {
    Path home = ZipArchive.unpack(Path.of(MavenClassPath.of(SOURCE.resolve("pom.xml"))), folder);
    Path imported = Files.createDirectories(home.resolve("data/import"));
    Files.copy(SOURCE.resolve("realm.json"), imported.resolve("realm.json"));
    int port = RealServer.freePort(LOWEST_PORT, HIGHEST_PORT);
    List<String> command =
        List.of(
            "/usr/bin/env",
            "JAVA_HOME=" + System.getProperty("java.home"),
            "JAVA_OPTS_KC_HEAP=-Xmx512m",
            "bash",
            home.resolve("bin/kc.sh").toString(),
            "start-dev",
            "--import-realm",
            "--http-host=127.0.0.1",
            "--http-port=" + port);
    return new Keycloak(RealServer.start(command, port, folder, () -> isReady(port), PATIENCE));
  }

  private static boolean isReady(int port) throws IOException, InterruptedException {
    URI place = URI.create(name("127.0.0.1:" + port) + "/.well-known/openid-configuration");
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(place).build();
      return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
    }
  }

  String name() {
    return name(server.address());
  }

  private static String name(String address) {
    return "http://" + address + "/realms/plimsoll";
  }

  /**
   * A browser that keeps all cookies of the pages. Browsers treat loopback as secure, unlike {@code
   * CookieManager}.
   */
  static final class Visitor implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, String> cookies = new TreeMap<>();

    /** Submits a name and a password in the login form at an address, and returns the answer. */
    HttpResponse<String> enter(String address, String user, String password)
        throws IOException, InterruptedException {
      HttpResponse<String> page = send(HttpRequest.newBuilder(URI.create(address)).GET());
      return post(page, "username=" + encoded(user) + "&password=" + encoded(password));
    }

    /** Answers the consent page, if there is one, and returns the answer to that. */
    HttpResponse<String> consent(HttpResponse<String> led, boolean isGiven)
        throws IOException, InterruptedException {
      if (!location(led).contains("/required-action?")) {
        return led;
      }
      HttpResponse<String> page = send(HttpRequest.newBuilder(URI.create(location(led))).GET());
      Matcher field = FIELD.matcher(page.body());
      String code = field.find() ? field.group(2) : "";
      return post(page, "code=" + encoded(code) + (isGiven ? "&accept=Yes" : "&cancel=No"));
    }

    private HttpResponse<String> post(HttpResponse<String> page, String form)
        throws IOException, InterruptedException {
      Matcher action = FORM.matcher(page.body());
      if (!action.find()) {
        throw new IOException(page.statusCode() + ", a page without a form: " + page.body());
      }
      URI to = page.uri().resolve(action.group(1).replace("&amp;", "&"));
      return send(
          HttpRequest.newBuilder(to)
              .header("Content-Type", "application/x-www-form-urlencoded")
              .POST(BodyPublishers.ofString(form)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request)
        throws IOException, InterruptedException {
      if (!cookies.isEmpty()) {
        request.header(
            "Cookie",
            cookies.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining("; ")));
      }
      HttpResponse<String> answer =
          client.send(request.timeout(Duration.ofSeconds(60)).build(), BodyHandlers.ofString());
      for (String cookie : answer.headers().allValues("Set-Cookie")) {
        String[] parts = cookie.replaceFirst(";.*", "").split("=", 2);
        cookies.put(parts[0], parts[1]);
      }
      return answer;
    }

    /** The address that an answer redirects to. */
    static String location(HttpResponse<String> answer) throws IOException {
      return answer
          .headers()
          .firstValue("Location")
          .orElseThrow(
              () -> new IOException(answer.statusCode() + ", has no redirect: " + answer.body()));
    }

    private static String encoded(String text) {
      return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
      client.close();
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
