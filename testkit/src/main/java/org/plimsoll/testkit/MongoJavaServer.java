package org.plimsoll.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A reimplementation of MongoDB in its own process, on loopback, with the documents in memory.
 * MongoDB itself is not available in a package registry.
 */
public final class MongoJavaServer {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private MongoJavaServer() {}

  /**
   * Starts a server.
   *
   * @param root root folder of the project, which contains the server's pom and launcher
   * @param folder working folder
   * @param mode {@code replica-set} for a server that records the requests of transactions
   */
  public static RealServer start(Path root, Path folder, String... mode)
      throws IOException, InterruptedException {
    Path server = root.resolve("drivers/mongodb/src/test/servers/mongo-java-server");
    int port = RealServer.freePort();
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                MavenClassPath.of(server.resolve("pom.xml")),
                server.resolve("MongoJavaServer.java").toAbsolutePath().toString(),
                String.valueOf(port)));
    command.addAll(List.of(mode));
    return RealServer.start(command, port, folder, () -> RealServer.listens(port), PATIENCE);
  }
}
