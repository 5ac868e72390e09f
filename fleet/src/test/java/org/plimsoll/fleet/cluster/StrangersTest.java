package org.plimsoll.fleet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.fleet.FleetView.Phase;
import org.plimsoll.testkit.RealServer;

/** Who does not belong to the fleet is refused, and the log says why. */
@Timeout(240)
class StrangersTest {
  private static final List<String> HOSTS = List.of("127.0.0.1", "127.0.0.2");

  @TempDir Path folder;
  private final Queue<String> refusals = new ConcurrentLinkedQueue<>();
  private NodeAddress first;
  private NodeAddress second;
  private ClusterFleet fleet;

  @BeforeEach
  void start() {
    Certificates.write(folder.resolve("ours"), HOSTS, Instant.now());
    Certificates.write(folder.resolve("theirs"), HOSTS, Instant.now());
    int[] ports = RealServer.freePorts(2, 17_000, 18_999);
    first = new NodeAddress("127.0.0.1", ports[0]);
    second = new NodeAddress("127.0.0.2", ports[1]);
    fleet = join("trial", "a", first, "ours", refusals::add);
    await().atMost(NodeProcess.PATIENCE).until(() -> fleet.view().phase() == Phase.JOINED);
  }

  @AfterEach
  void stop() {
    fleet.close();
  }

  private ClusterFleet join(
      String name,
      String node,
      NodeAddress address,
      String certificates,
      Consumer<String> refused,
      String... seeds) {
    return ClusterFleet.join(
        NodeMain.settings(name, node, address, folder.resolve(certificates), List.of(seeds)),
        NodeMain.load(node),
        null,
        InstantSource.system(),
        refused);
  }

  @Test
  void aNodeWithACertificateOfAnotherAuthorityIsRefused() {
    Queue<String> own = new ConcurrentLinkedQueue<>();
    try (ClusterFleet stranger = join("trial", "b", second, "theirs", own::add, first.toString())) {
      await()
          .atMost(NodeProcess.PATIENCE)
          .until(() -> own.stream().anyMatch(each -> each.contains("has not signed")));

      assertThat(stranger.view().phase()).isEqualTo(Phase.JOINING);
      assertThat(own.element()).startsWith("Did not connect to " + first + ":");
      assertThat(NodeMain.text(fleet.view())).isEqualTo("JOINED a a=UP");
    }
  }

  @Test
  void aNodeOfAnotherFleetWithTheSameAuthorityIsRefused() {
    try (ClusterFleet other = join("other", "b", second, "ours", _ -> {}, first.toString())) {
      await().atMost(NodeProcess.PATIENCE).until(() -> other.view().phase() == Phase.REFUSED);

      assertThat(NodeMain.text(fleet.view())).isEqualTo("JOINED a a=UP");
    }
  }

  @Test
  void aConnectionWithoutACertificateIsRefused() throws Exception {
    SSLContext anybody = SSLContext.getInstance("TLS");
    anybody.init(null, new TrustManager[] {new Everybody()}, new SecureRandom());
    try (Socket socket = anybody.getSocketFactory().createSocket(first.host(), first.port())) {
      assertThatThrownBy(() -> exchange(socket)).isInstanceOf(IOException.class);
    }

    await()
        .atMost(NodeProcess.PATIENCE)
        .until(() -> refusals.stream().anyMatch(each -> each.contains("no certificate")));
    assertThat(NodeMain.text(fleet.view())).isEqualTo("JOINED a a=UP");
  }

  @Test
  void aConnectionWithoutTlsIsRefused() throws Exception {
    try (Socket socket = new Socket(first.host(), first.port())) {
      socket.getOutputStream().write("PEKK plain text\n".getBytes(StandardCharsets.US_ASCII));
      socket.getInputStream().readAllBytes(); // until it is closed
    }

    await()
        .atMost(NodeProcess.PATIENCE)
        .until(() -> refusals.stream().anyMatch(each -> each.contains("no certificate")));
    assertThat(NodeMain.text(fleet.view())).isEqualTo("JOINED a a=UP");
  }

  @Test
  void aNodeWhoseCertificateIsForAnotherHostDoesNotStart() {
    Path certificates = folder.resolve("ours");
    ClusterSettings settings =
        NodeMain.settings("trial", "b", second, certificates, List.of(first.toString()));
    ClusterSettings wrong =
        new ClusterSettings(
            settings.fleet(),
            settings.address(),
            settings.seeds(),
            settings.identity(),
            settings.weight(),
            TlsFiles.in(certificates, "127.0.0.1"),
            false,
            _ -> {});

    assertThatThrownBy(() -> ClusterFleet.join(wrong, NodeMain.load("b")).close())
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage(
            "--fleet-certificate: must be valid for the host of --fleet-host, '127.0.0.2', and is"
                + " valid for '127.0.0.1'");
  }

  @Test
  void aKeyOfAnotherCertificateIsRefused() throws Exception {
    Path theirs = TlsFiles.in(folder.resolve("theirs"), "127.0.0.2").key();
    Path ours = TlsFiles.in(folder.resolve("ours"), "127.0.0.2").key();
    Files.delete(ours);
    Files.copy(theirs, ours);

    assertThatThrownBy(() -> join("trial", "b", second, "ours", _ -> {}, first.toString()).close())
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage("--fleet-key: must be the key of --fleet-certificate, was '" + ours + "'");
  }

  private static void exchange(Socket socket) throws IOException {
    socket.getOutputStream().write(new byte[64]);
    InputStream in = socket.getInputStream();
    if (in.read() < 0) {
      throw new IOException("closed");
    }
  }

  /** Trusts every server, and has no certificate. */
  private static final class Everybody extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(
        X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

    @Override
    public void checkServerTrusted(
        X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
