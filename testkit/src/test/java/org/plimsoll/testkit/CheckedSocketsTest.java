package org.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.CheckedSockets;

/** Tests which servers {@link CheckedSockets} connect to; the certificate is for 127.0.0.1. */
class CheckedSocketsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String PASSWORD = "changeit";

  @TempDir Path folder;
  private SelfSigned certificate;
  private SSLServerSocket server;

  @BeforeEach
  void startServer() throws Exception {
    certificate = SelfSigned.in(folder);
    KeyStore store =
        KeyStore.getInstance(certificate.pkcs12(PASSWORD).toFile(), PASSWORD.toCharArray());
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), null, null);
    SSLServerSocket listening =
        (SSLServerSocket)
            tls.getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    server = listening;
    Thread _ = Thread.startVirtualThread(() -> greet(listening));
  }

  @AfterEach
  void stopServer() throws IOException {
    server.close();
  }

  private static void greet(SSLServerSocket listening) {
    while (!listening.isClosed()) {
      try (SSLSocket accepted = (SSLSocket) listening.accept()) {
        accepted.getOutputStream().write('!');
      } catch (IOException e) {
        // The client has refused the certificate, or the test has ended.
      }
    }
  }

  private interface Work {
    void with(DriverContext context) throws Exception;
  }

  /** A driver that lends its context while it opens. */
  private record ContextDriver(Work work) implements Driver {
    @Override
    public String name() {
      return "context";
    }

    @Override
    public String description() {
      return "lends its context";
    }

    @Override
    public List<Setting<?>> settings() {
      return List.of(TlsSettings.TLS, TlsSettings.VERIFY, TlsSettings.AUTHORITIES);
    }

    @Override
    public Set<OperationType> operations() {
      return Set.of(OperationType.READ);
    }

    @Override
    public Client open(DriverContext context) throws Exception {
      work.with(context);
      return new Client() {
        @Override
        public Session openSession() {
          throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
      };
    }
  }

  /** Opens a target where each name has the address of this host. */
  private static void opened(
      Map<String, String> settings, Predicate<InetSocketAddress> allowed, Work work)
      throws Exception {
    try (TestTarget target =
            new TestTarget(new ContextDriver(work), "here", settings, List.of("field0"))
                .reaching(_ -> InetAddress.getLoopbackAddress(), allowed);
        Client _ = target.open()) {
      assertThat(target.events()).isEmpty();
    }
  }

  private static int greeting(CheckedSockets sockets, HostPort server) throws IOException {
    try (Socket socket = sockets.connect(server, PATIENCE)) {
      return socket.getInputStream().read();
    }
  }

  @Test
  void aCertificateMustHaveTheNameOfTheServerAndNotThatOfItsAddress() throws Exception {
    HostPort named = new HostPort("127.0.0.1", server.getLocalPort());
    HostPort other = new HostPort("elsewhere.test", server.getLocalPort());
    String authorities = certificate.certificate().toString();
    opened(
        Map.of("tls", "true", "tls-ca", authorities),
        _ -> true,
        context -> {
          CheckedSockets sockets = CheckedSockets.of(context, null);
          assertThat(greeting(sockets, named)).isEqualTo('!');
          assertThatThrownBy(() -> greeting(sockets, other)).isInstanceOf(SSLException.class);
          CheckedSockets verifying = CheckedSockets.verifying(context);
          assertThat(greeting(verifying, named)).isEqualTo('!');
          assertThatThrownBy(() -> greeting(verifying, other)).isInstanceOf(SSLException.class);
        });
    opened(
        Map.of("tls", "true", "tls-verify", "false"),
        _ -> true,
        context -> assertThat(greeting(CheckedSockets.of(context, null), other)).isEqualTo('!'));
  }

  @Test
  void nothingConnectsToAnAddressThatIsNotAllowed() throws Exception {
    try (ServerSocketChannel listening = ServerSocketChannel.open()) {
      var _ = listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      var _ = listening.configureBlocking(false);
      HostPort forbidden = new HostPort("elsewhere.test", listening.socket().getLocalPort());
      opened(
          Map.of(),
          _ -> false,
          context ->
              assertThatThrownBy(
                      () -> CheckedSockets.of(context, null).connect(forbidden, PATIENCE))
                  .isInstanceOf(RefusedAddressException.class));
      assertThat(listening.accept()).isNull();
    }
  }
}
