package org.plimsoll.driver.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.AuthEnableRequest;
import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthRoleAddRequest;
import io.etcd.jetcd.api.AuthUserAddRequest;
import io.etcd.jetcd.api.AuthUserGrantRoleRequest;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.EtcdServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SelfSigned;

/** Users with passwords, and TLS. */
class EtcdSecurityTest extends DriverUnderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  @Override
  protected Driver driver() {
    return new EtcdDriver();
  }

  @Override
  protected String address() {
    throw new UnsupportedOperationException("each test has its own server");
  }

  @Test
  void aUserLogsInAndAgainAfterTheServerHasForgottenTheToken() throws Exception {
    try (RealServer server = EtcdServer.start(folder)) {
      requireUsers(server);
      Map<String, String> user = Map.of("user", "root", "password", "se cret");
      opened(
          server.address(),
          user,
          client -> {
            try (Session session = client.openSession()) {
              assertThat(execute(session, write(key(), smallRow())).outcome().status())
                  .isEqualTo(Status.SUCCEEDED);
              assertThat(client.count()).hasValue(1);
              server.kill();
              server.start();
              await()
                  .pollInSameThread()
                  .atMost(PATIENCE)
                  .until(() ->
                      execute(session, write(key(), smallRow())).outcome().status()
                          == Status.SUCCEEDED);
            }
          });
      assertThatThrownBy(
              () -> opened(server.address(), Map.of("user", "root", "password", "wrong"), _ -> {}))
          .hasMessageStartingWith(server.address() + " refused the credentials: ")
          .hasMessageNotContaining("wrong")
          .hasMessageNotContaining("\n");
      assertThatThrownBy(() -> opened(server.address(), Map.of(), _ -> {}))
          .hasMessageStartingWith(server.address() + " refused the credentials: ");
    }
  }

  private static void requireUsers(RealServer server) {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
    try {
      AuthGrpc.AuthBlockingStub auth = AuthGrpc.newBlockingStub(channel);
      ByteString root = ByteString.copyFromUtf8("root");
      var _ =
          auth.userAdd(
              AuthUserAddRequest.newBuilder()
                  .setNameBytes(root)
                  .setPasswordBytes(ByteString.copyFromUtf8("se cret"))
                  .build());
      var _ = auth.roleAdd(AuthRoleAddRequest.newBuilder().setNameBytes(root).build());
      var _ =
          auth.userGrantRole(
              AuthUserGrantRoleRequest.newBuilder().setUserBytes(root).setRoleBytes(root).build());
      var _ = auth.authEnable(AuthEnableRequest.getDefaultInstance());
    } finally {
      var _ = channel.shutdownNow();
    }
  }

  @Test
  void connectionsAndMetricsUseTlsAndVerifyTheCertificate() throws Exception {
    SelfSigned made = SelfSigned.in(folder);
    try (RealServer server = EtcdServer.startWithTls(folder, made)) {
      String certificate = made.certificate().toString();
      opened(
          server.address(),
          Map.of("tls", "true", "tls-ca", certificate),
          client -> {
            try (Session session = client.openSession()) {
              assertThat(execute(session, write(key(), smallRow())).outcome().status())
                  .isEqualTo(Status.SUCCEEDED);
              assertThat(client.telemetry()).containsKey("database_bytes");
            }
          });
      opened(
          server.address(),
          Map.of("tls", "true", "tls-verify", "false"),
          client -> assertThat(client.telemetry()).containsKey("database_bytes"));
      assertThatThrownBy(() -> opened(server.address(), Map.of("tls", "true"), _ -> {}))
          .hasMessageStartingWith(server.address() + " failed the TLS handshake: ")
          .hasMessageNotContaining("\n");
      assertThatThrownBy(() -> opened(server.address(), Map.of(), _ -> {}))
          .hasMessageStartingWith(server.address() + " closed the connection: does it use TLS");
      assertThatThrownBy(() ->
              opened(server.address(), Map.of("tls", "true", "tls-cert", certificate), _ -> {}))
          .hasMessage("tls-key: must be given together with tls-cert, was ''");
    }
  }
}
