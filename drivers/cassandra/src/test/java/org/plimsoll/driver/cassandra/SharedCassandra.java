package org.plimsoll.driver.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.plimsoll.testkit.CassandraServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SelfSigned;
import org.plimsoll.testkit.SharedServer;

/**
 * One server for all test classes, since it takes 11 s to start. It requires a password, and
 * accepts clients with and without TLS.
 */
final class SharedCassandra implements BeforeAllCallback {
  static final Map<String, String> CREDENTIALS =
      Map.of("user", CassandraServer.USER, "password", CassandraServer.PASSWORD);

  private static final int JMX_PORT = RealServer.freePorts(1, 22_000, 29_000)[0];
  private static final String STORE_PASSWORD = "store-pass";
  private static volatile @Nullable SharedServer<CassandraServer> running;

  @Override
  public void beforeAll(ExtensionContext context) {
    running = SharedServer.of(context, SharedCassandra.class, SharedCassandra::start);
  }

  private static CassandraServer start(Path folder) throws Exception {
    return CassandraServer.start(
        Path.of("../.."),
        folder,
        CassandraServer.Node.managed(
            JMX_PORT,
            "authenticator: PasswordAuthenticator",
            "authorizer: CassandraAuthorizer",
            "client_encryption_options: {enabled: true, optional: true, keystore: "
                + SelfSigned.in(folder).pkcs12(STORE_PASSWORD)
                + ", store_type: PKCS12, keystore_password: "
                + STORE_PASSWORD
                + "}"));
  }

  private static SharedServer<CassandraServer> running() {
    return Objects.requireNonNull(running);
  }

  /** Runs {@code nodetool}; returns what it prints. */
  static String nodetool(String... arguments) throws IOException, InterruptedException {
    return running().server().nodetool(arguments);
  }

  static RealServer server() {
    return running().server().server();
  }

  static String address() {
    return server().address();
  }

  /** The port of its management beans. */
  static int jmxPort() {
    return JMX_PORT;
  }

  /** The server's self-signed certificate. */
  static Path certificate() {
    return running().folder().resolve("cert.pem");
  }
}
