package org.plimsoll.driver.dynamodb;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.plimsoll.testkit.MavenClassPath;
import org.plimsoll.testkit.RealServer;

/** DynamoDB Local as a process of its own, which keeps its tables when it is killed. */
final class DynamoDbServers {
  private static final Path SERVER = Path.of("src/test/servers/dynamodb-local").toAbsolutePath();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private DynamoDbServers() {}

  static RealServer start(Path folder) throws IOException, InterruptedException {
    int port = RealServer.freePort();
    String classPath = MavenClassPath.of(SERVER.resolve("pom.xml"));
    String natives =
        Stream.of(classPath.split(File.pathSeparator, -1))
            .filter(entry -> entry.endsWith(nativeName()))
            .map(entry -> Path.of(entry).resolveSibling("").toString())
            .findFirst()
            .orElseThrow();
    Path database = Files.createDirectories(folder.resolve("database"));
    return RealServer.start(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-Dsqlite4java.library.path=" + natives,
            "-cp",
            classPath,
            SERVER.resolve("LoopbackServer.java").toString(),
            "-dbPath",
            database.toString(),
            "-sharedDb",
            "-disableTelemetry",
            "-port",
            String.valueOf(port)),
        port,
        folder,
        () -> answers(port),
        PATIENCE);
  }

  private static String nativeName() {
    return System.getProperty("os.name").startsWith("Mac")
        ? ".dylib"
        : "libsqlite4java-linux-amd64-1.0.392.so";
  }

  /** Settings that any DynamoDB Local takes, and more. */
  static Map<String, String> settings(String... namesAndValues) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("user", "local");
    settings.put("password", "local-secret");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return settings;
  }

  /** A request that lacks what it needs is refused, by a server that listens. */
  private static boolean answers(int port) throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
                  HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port))
                      .timeout(Duration.ofSeconds(5))
                      .build(),
                  HttpResponse.BodyHandlers.discarding())
              .statusCode()
          == 400;
    }
  }
}
