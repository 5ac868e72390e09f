package org.plimsoll.driver.mongodb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.plimsoll.testkit.RealServer;

/** FerretDB in its own process, on loopback. */
final class FerretDb {
  private static final Path SOURCES = Path.of("src/test/servers/ferretdb").toAbsolutePath();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private FerretDb() {}

  /** Builds FerretDB with Go and starts it; its documents are in SQLite. */
  static RealServer start(Path folder) throws IOException, InterruptedException {
    int port = RealServer.freePort();
    Path server = Files.createDirectories(SOURCES.resolve("target"));
    Process build =
        new ProcessBuilder(RealServer.binary("go"), "build", "-o", "target/ferretdb", ".")
            .directory(SOURCES.toFile())
            .redirectErrorStream(true)
            .redirectOutput(server.resolve("build.log").toFile())
            .start();
    if (build.waitFor() != 0) {
      throw new IllegalStateException(Files.readString(server.resolve("build.log")));
    }
    return RealServer.start(
        List.of(
            server.resolve("ferretdb").toString(),
            String.valueOf(port),
            Files.createDirectories(folder.resolve("data")).toString()),
        port,
        folder,
        () -> RealServer.listens(port),
        PATIENCE);
  }
}
