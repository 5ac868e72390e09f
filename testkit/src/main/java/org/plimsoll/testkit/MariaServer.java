package org.plimsoll.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A real MariaDB in its own folder, on a free port of the loopback interface. It has the same
 * database and user as {@link PostgresServer}.
 */
public final class MariaServer implements AutoCloseable {
  public static final String DATABASE = "bench";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final RealServer server;

  private MariaServer(RealServer server) {
    this.server = server;
  }

  /**
   * Creates a database and starts its server.
   *
   * @param folder empty folder; its owner becomes the user that runs the server, who needs access
   */
  public static MariaServer start(Path folder) throws IOException, InterruptedException {
    OtherUser mysql = new OtherUser("mysql");
    Path data = folder.resolve("data");
    Path users =
        Files.writeString(
            folder.resolve("users.sql"),
            """
            create database if not exists %1$s;
            create user if not exists '%2$s'@'%%' identified by '%3$s';
            grant all on *.* to '%2$s'@'%%';
            """
                .formatted(DATABASE, PostgresServer.USER, PostgresServer.PASSWORD));
    mysql.own(folder);
    Commands.run(
        folder,
        mysql.command(
            RealServer.binary("mariadb-install-db"),
            "--no-defaults",
            "--datadir=" + data,
            "--auth-root-authentication-method=normal",
            "--skip-test-db"));
    int port = RealServer.freePort();
    return new MariaServer(
        RealServer.start(
            mysql.command(
                RealServer.binary("mariadbd"),
                "--no-defaults",
                "--datadir=" + data,
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--socket=" + folder.resolve("s.sock"),
                "--init-file=" + users,
                // The largest values of the contract need this.
                "--max-allowed-packet=64M",
                "--innodb-log-file-size=256M",
                "--innodb-flush-log-at-trx-commit=0"),
            port,
            folder,
            () -> RealServer.listens(port),
            PATIENCE));
  }

  /** Returns the process, which can be killed and restarted. */
  public RealServer server() {
    return server;
  }

  @Override
  public void close() {
    server.close();
  }
}
