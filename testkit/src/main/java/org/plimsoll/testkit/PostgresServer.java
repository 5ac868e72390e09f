package org.plimsoll.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A real PostgreSQL in its own folder, on a free port of the loopback interface. It refuses to run
 * as root, so a test that runs as root starts it as {@code postgres}, the user of its package.
 */
public final class PostgresServer implements AutoCloseable {
  public static final String USER = "bench";
  public static final String PASSWORD = "tide-7";

  private static final Path PACKAGES = Path.of("/usr/lib/postgresql");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final RealServer server;

  private PostgresServer(RealServer server) {
    this.server = server;
  }

  /**
   * Creates a database and starts its server.
   *
   * @param folder empty folder; its owner becomes the user that runs the server, who needs access
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

  /** Returns the process, which can be killed and restarted. */
  public RealServer server() {
    return server;
  }

  /** Returns the JDBC URL, without user and password. */
  public String url() {
    return "jdbc:postgresql://" + server.address() + "/postgres";
  }

  @Override
  public void close() {
    server.close();
  }

  /**
   * Returns the path of a program in the newest installed version. Debian has one folder for each
   * version, outside the PATH.
   */
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
