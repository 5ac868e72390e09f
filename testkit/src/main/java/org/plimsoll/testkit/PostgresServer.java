package org.plimsoll.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A real PostgreSQL in a folder of its own, on a free port of the loopback interface. It does not
 * run as root: a test that does lets it run as the user {@code postgres} of its package.
 */
public final class PostgresServer implements AutoCloseable {
  public static final String USER = "bench";
  public static final String PASSWORD = "tide-7";

  private static final Path PACKAGES = Path.of("/usr/lib/postgresql");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final RealServer server;

  private PostgresServer(RealServer server) {
    this.server = server;
  }

  /**
   * Makes a database and starts its server.
   *
   * @param folder empty; goes to the user that the server runs as, who must be able to reach it
   */
  public static PostgresServer start(Path folder) throws IOException, InterruptedException {
    Path password = Files.writeString(folder.resolve("password"), PASSWORD);
    Path data = folder.resolve("data");
    OtherUser postgres = new OtherUser("postgres");
    postgres.own(folder);
    Commands.run(
        folder,
        postgres.command(
            binary("initdb"),
            "--pgdata=" + data,
            "--username=" + USER,
            "--pwfile=" + password,
            "--auth=scram-sha-256",
            "--locale=C",
            "--encoding=UTF8",
            "--no-sync"));
    int port = RealServer.freePort();
    String ready = binary("pg_isready");
    return new PostgresServer(
        RealServer.start(
            postgres.command(
                binary("postgres"),
                "-D",
                data.toString(),
                "-p",
                String.valueOf(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
                "-c",
                "fsync=off"),
            port,
            folder,
            () ->
                new ProcessBuilder(ready, "-q", "-h", "127.0.0.1", "-p", String.valueOf(port))
                        .start()
                        .waitFor()
                    == 0,
            PATIENCE));
  }

  /** The process, which can be killed and started again. */
  public RealServer server() {
    return server;
  }

  /** For JDBC, without user and password. */
  public String url() {
    return "jdbc:postgresql://" + server.address() + "/postgres";
  }

  @Override
  public void close() {
    server.close();
  }

  /** Debian keeps them off the PATH, by version; the newest is as good as any. */
  private static String binary(String name) throws IOException {
    if (!Files.isDirectory(PACKAGES)) {
      return RealServer.binary(name);
    }
    try (Stream<Path> versions = Files.list(PACKAGES)) {
      return versions
          .map(version -> version.resolve("bin").resolve(name))
          .filter(Files::isExecutable)
          .max(Comparator.naturalOrder())
          .map(Path::toString)
          .orElseGet(() -> RealServer.binary(name));
    }
  }
}
