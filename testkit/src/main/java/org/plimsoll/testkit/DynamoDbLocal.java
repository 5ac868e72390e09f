package org.plimsoll.testkit;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** DynamoDB Local in its own process, on loopback. */
public final class DynamoDbLocal {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private DynamoDbLocal() {}

  /**
   * Starts a server that keeps its tables on disk, even when it is killed. The start takes longer
   * than with memory.
   */
  public static RealServer startDurable(Path server, Path folder)
      throws IOException, InterruptedException {
    Path database = Files.createDirectories(folder.resolve("database"));
    return start(server, folder, "-dbPath", database.toString());
  }

  /**
   * Starts a server that keeps its tables in memory.
   *
   * @param server folder with the pom and launcher of the server
   * @param folder working folder
   */
  public static RealServer start(Path server, Path folder)
      throws IOException, InterruptedException {
    return start(server, folder, "-inMemory");
  }

  private static RealServer start(Path server, Path folder, String... storage)
      throws IOException, InterruptedException {
    int port = RealServer.freePort();
    String classPath = MavenClassPath.of(server.resolve("pom.xml"));
    String natives =
        Stream.of(classPath.split(File.pathSeparator, -1))
            .filter(entry -> entry.endsWith(nativeName()))
            .map(entry -> Path.of(entry).resolveSibling("").toString())
            .findFirst()
            .orElseThrow();
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Dsqlite4java.library.path=" + natives,
                "-cp",
                classPath,
                server.resolve("LoopbackServer.java").toAbsolutePath().toString(),
                "-sharedDb",
                "-disableTelemetry",
                "-port",
                String.valueOf(port)));
    command.addAll(List.of(storage));
    return RealServer.start(command, port, folder, () -> answers(port), PATIENCE);
  }

  private static String nativeName() {
    return System.getProperty("os.name").startsWith("Mac")
        ? ".dylib"
        : "libsqlite4java-linux-amd64-1.0.392.so";
  }

  /** Whether the server answers. A running server rejects an incomplete request. */
  private static boolean answers(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      byte[] status = socket.getInputStream().readNBytes("HTTP/1.1 400".length());
      return new String(status, StandardCharsets.US_ASCII).endsWith(" 400");
    }
  }
}
