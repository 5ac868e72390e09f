package org.plimsoll.driver.gremlin;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.plimsoll.testkit.CassandraServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SharedServer;

/** One Cassandra for all test classes, since it takes 11 s to start. It requires a password. */
final class SharedCassandra implements BeforeAllCallback {
  /** A login, and options with which calls fail soon and a lost connection is noticed. */
  static final Map<String, String> SETTINGS =
      Map.of(
          "user",
          CassandraServer.USER,
          "password",
          CassandraServer.PASSWORD,
          "options",
          "storage.read-time=1000,storage.write-time=1000,storage.cql.heartbeat-interval=1000,"
              + "storage.cql.heartbeat-timeout=3000");

  private static volatile @Nullable SharedServer<CassandraServer> running;

  @Override
  public void beforeAll(ExtensionContext context) {
    running = SharedServer.of(context, SharedCassandra.class, SharedCassandra::start);
  }

  private static CassandraServer start(Path folder) throws Exception {
    return CassandraServer.start(
        Path.of("../.."),
        folder,
        new CassandraServer.Node(
            "127.0.0.1",
            "127.0.0.1",
            "512m",
            CassandraServer.Ports.free(),
            List.of("authenticator: PasswordAuthenticator", "authorizer: CassandraAuthorizer"),
            List.of("cassandra.ring_delay_ms=1000", CassandraServer.JMX_PORT + "=0")));
  }

  static RealServer server() {
    return Objects.requireNonNull(running).server().server();
  }

  /** The address of the target. */
  static String address() {
    return "cql:" + server().address();
  }
}
