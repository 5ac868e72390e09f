package org.plimsoll.driver.cassandrathrift;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.apache.cassandra.thrift.AuthenticationRequest;
import org.apache.cassandra.thrift.Cassandra;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TFramedTransport;
import org.apache.thrift.transport.TSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.plimsoll.testkit.CassandraRelease;
import org.plimsoll.testkit.CassandraServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SharedServer;

/** One Cassandra 3.11 for all test classes, since it takes 8 s to start. It requires a password. */
final class SharedThriftCassandra implements BeforeAllCallback {
  static final Map<String, String> CREDENTIALS =
      Map.of("user", CassandraServer.USER, "password", CassandraServer.PASSWORD);

  private static final int JMX_PORT = RealServer.freePorts(1, 22_000, 29_000)[0];
  private static volatile @Nullable SharedServer<CassandraServer> running;

  /** A request with the client library alone. */
  interface Request<T> {
    T on(Cassandra.Client client) throws TException;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    running = SharedServer.of(context, SharedThriftCassandra.class, SharedThriftCassandra::start);
  }

  private static CassandraServer start(Path folder) throws Exception {
    return CassandraServer.start(
        Path.of("../.."),
        folder,
        CassandraServer.Node.managed(
                JMX_PORT,
                "authenticator: PasswordAuthenticator",
                "authorizer: CassandraAuthorizer",
                "permissions_validity_in_ms: 0")
            .of(CassandraRelease.THRIFT));
  }

  private static CassandraServer cassandra() {
    return Objects.requireNonNull(running).server();
  }

  static RealServer server() {
    return cassandra().server();
  }

  static String address() {
    return server().address();
  }

  /** What {@code nodetool refreshsizeestimates} does, which does not run on Java 17. */
  @SuppressWarnings("BanJNDI") // the test's own server
  static void refreshSizeEstimates() throws Exception {
    String url = "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + JMX_PORT + "/jmxrmi";
    try (JMXConnector node = JMXConnectorFactory.connect(new JMXServiceURL(url))) {
      ObjectName storage = new ObjectName("org.apache.cassandra.db:type=StorageService");
      node.getMBeanServerConnection()
          .invoke(storage, "refreshSizeEstimates", new Object[0], new String[0]);
    }
  }

  /** The settings of a test, with the credentials and the JMX port. */
  static Map<String, String> with(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(CREDENTIALS);
    all.put("jmx-port", String.valueOf(JMX_PORT));
    all.putAll(settings);
    return all;
  }

  /** Asks the server without the driver. */
  static <T> T ask(Request<T> request) throws TException {
    try (TSocket socket = new TSocket("127.0.0.1", server().port())) {
      socket.open();
      Cassandra.Client client =
          new Cassandra.Client(new TBinaryProtocol(new TFramedTransport(socket)));
      client.login(
          new AuthenticationRequest(
              Map.of("username", CassandraServer.USER, "password", CassandraServer.PASSWORD)));
      return request.on(client);
    }
  }
}
