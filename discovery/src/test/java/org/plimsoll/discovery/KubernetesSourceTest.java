package org.plimsoll.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.discovery.RecordedServer.Answer;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.testkit.SelfSigned;

/** Kubernetes, by answers in the form that its API reference gives, over TLS. */
@Timeout(180)
class KubernetesSourceTest {
  private static final long MILLIS = Duration.ofMillis(1).toNanos();
  private static final String LIST =
      "GET /apis/discovery.k8s.io/v1/namespaces/stores/endpointslices"
          + "?labelSelector=kubernetes.io%2Fservice-name%3Dredis";

  @TempDir Path folder;
  private SelfSigned certificate;
  private Path token;
  private SSLContext tls;

  @BeforeEach
  void makeCertificate() throws Exception {
    certificate = SelfSigned.in(folder);
    token = Files.writeString(folder.resolve("token"), "first\n");
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(certificate.pkcs12("secret"))) {
      store.load(in, "secret".toCharArray());
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, "secret".toCharArray());
    tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), null, null);
  }

  private Discovery of(RecordedServer server, String port) {
    return Followed.of(
        "kubernetes(redis,namespace=stores,port=%s,api=%s,token=file:%s,ca=%s)"
            .formatted(port, server.uri(), token, certificate.certificate()));
  }

  @Test
  void endpointsHaveTheirPortZoneAndState() throws Exception {
    String recorded = RecordedServer.recorded("kubernetes-slices.json");
    try (RecordedServer server = RecordedServer.encrypted(tls, _ -> Answer.of(recorded));
        Discovery nodes = of(server, "redis")) {
      assertThat(nodes.find())
          .containsExactly(
              new DiscoveredNode(
                  "10.1.2.3",
                  6379,
                  "us-west2-a",
                  "",
                  Map.of("node", "node-1", "pod", "redis-0"),
                  true),
              new DiscoveredNode(
                  "10.1.2.4",
                  6379,
                  "us-west2-b",
                  "",
                  Map.of("node", "node-2", "pod", "redis-1"),
                  false),
              DiscoveredNode.of("10.1.2.5", 6379));
    }
  }

  @Test
  void theFirstPortIsUsedWithoutAName() throws Exception {
    String recorded = RecordedServer.recorded("kubernetes-slices.json");
    try (RecordedServer server = RecordedServer.encrypted(tls, _ -> Answer.of(recorded));
        Discovery nodes = of(server, "")) {
      assertThat(nodes.find()).allMatch(node -> node.port() == 9121);
    }
  }

  @Test
  void aChangeThatIsWatchedIsListedWithTheTokenOfThatMoment() throws Exception {
    AtomicReference<String> slices = new AtomicReference<>(slices("10.1.2.3", "7"));
    VirtualClock clock = new VirtualClock();
    Followed told = new Followed();
    try (RecordedServer server =
            RecordedServer.encrypted(
                tls,
                asked -> {
                  if (!asked.uri().contains("watch=true")) {
                    return Answer.of(slices.get());
                  }
                  slices.set(slices("10.1.2.9", "8"));
                  return Answer.of("{\"type\":\"MODIFIED\",\"object\":{}}\n");
                });
        Discovery nodes = of(server, "redis")) {
      nodes.begin(clock, told);
      clock.runUntil(100 * MILLIS);
      Path _ = Files.writeString(token, "second");
      clock.runUntil(300 * MILLIS);
      assertThat(told.words())
          .containsExactly("10.1.2.3:6379 joined", "10.1.2.9:6379 joined, 10.1.2.3:6379 left");
      assertThat(server.lines())
          .containsExactly(LIST, LIST + "&watch=true&resourceVersion=7&timeoutSeconds=300", LIST);
      assertThat(server.asked().getFirst().header("Authorization")).isEqualTo("Bearer first");
      assertThat(server.asked().getLast().header("Authorization")).isEqualTo("Bearer second");
    }
  }

  private static String slices(String address, String version) {
    return """
    {"metadata":{"resourceVersion":"%s"},"items":[{"addressType":"IPv4",
      "endpoints":[{"addresses":["%s"],"conditions":{"ready":true}}],
      "ports":[{"name":"redis","port":6379}]}]}
    """
        .formatted(version, address);
  }

  @Test
  void aVersionThatHasExpiredIsListedAgain() throws Exception {
    VirtualClock clock = new VirtualClock();
    Followed told = new Followed();
    try (RecordedServer server =
            RecordedServer.encrypted(
                tls,
                asked ->
                    asked.uri().contains("watch=true")
                        ? Answer.failed(410)
                        : Answer.of(slices("10.1.2.3", "7")));
        Discovery nodes = of(server, "")) {
      nodes.begin(clock, told);
      clock.runUntil(500 * MILLIS);
      assertThat(told.warnings()).isEmpty();
      assertThat(server.lines()).filteredOn(LIST::equals).hasSizeGreaterThan(1);
    }
  }

  @Test
  void aServerThatIsNotOfTheAuthorityIsRefused() throws Exception {
    try (RecordedServer server = RecordedServer.encrypted(tls, _ -> Answer.of("{}"));
        Discovery nodes =
            Followed.of(
                "kubernetes(redis,api=%s,token=,ca=%s)"
                    .formatted(
                        server.uri(),
                        SelfSigned.in(Files.createDirectory(folder.resolve("other")))
                            .certificate()))) {
      assertThatThrownBy(nodes::find).hasMessageContaining("it cannot be reached");
      assertThat(server.asked()).isEmpty();
    }
  }

  @Test
  void aMissingServiceAccountIsASentence() {
    assertThatThrownBy(() -> Followed.of("kubernetes(redis)"))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("discovery kubernetes redis: ")
        .hasMessageContaining("/var/run/secrets/kubernetes.io/serviceaccount/ca.crt");
  }
}
