package org.plimsoll.driver.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

/** Tests which hosts a target connects to when names move and services redirect. */
class RedirectHopsTest {
  private static final String CANARY = "canary-2f5c81";
  private static final InetAddress METADATA = InetAddress.ofLiteral("169.254.169.254");

  private final List<String> seenElsewhere = new CopyOnWriteArrayList<>();
  private HttpServer target;
  private HttpServer elsewhere;
  private String location = "";

  @BeforeEach
  void startServers() throws IOException {
    target =
        start(exchange -> {
          if (exchange.getRequestURI().getPath().startsWith("/key")) {
            exchange.getResponseHeaders().add("Location", location);
            answer(exchange, 302, "moved");
          } else {
            answer(exchange, 200, "there");
          }
        });
    elsewhere =
        start(exchange -> {
          seenElsewhere.add(exchange.getRequestHeaders().entrySet().toString());
          answer(exchange, 200, CANARY);
        });
  }

  @AfterEach
  void stopServers() {
    target.stop(0);
    elsewhere.stop(0);
  }

  private interface Answers {
    void to(HttpExchange exchange) throws IOException;
  }

  private static HttpServer start(Answers answers) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            answers.to(exchange);
          }
        });
    server.start();
    return server;
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  private static int port(HttpServer server) {
    return server.getAddress().getPort();
  }

  private Predicate<InetSocketAddress> only(HttpServer... allowed) {
    return address ->
        address.getAddress().isLoopbackAddress()
            && List.of(allowed).stream().anyMatch(server -> port(server) == address.getPort());
  }

  private Ending read(
      String host, Predicate<InetSocketAddress> allowed, Map<String, String> settings)
      throws Exception {
    Map<String, String> all = new HashMap<>(settings);
    all.put("redirects", "follow");
    all.put("read", "GET /key");
    try (TestTarget context =
            new TestTarget(new HttpDriver(), host + ":" + port(target), all, List.of("one"))
                .reaching(RedirectHopsTest::resolve, allowed);
        Client client = context.open();
        Session session = client.openSession()) {
      Ending ending = new Ending();
      session.execute(TestOperation.on(OperationType.READ, TestKey.of(1)), ending);
      var _ = ending.outcome();
      return ending;
    }
  }

  private static InetAddress resolve(String host) {
    return switch (host) {
      case "store.test" -> InetAddress.getLoopbackAddress();
      case "metadata.test" -> METADATA;
      default -> TestTarget.byName(host);
    };
  }

  @Test
  void aHostThatIsNotAllowedIsNeverConnectedTo() throws Exception {
    location = "http://127.0.0.1:" + port(elsewhere) + "/x";
    Ending ending = read("127.0.0.1", only(target), Map.of());
    assertThat(ending.outcome().failureCode()).isEqualTo("address-refused");
    assertThat(ending.message()).doesNotContain(CANARY);
    assertThat(seenElsewhere).isEmpty();
  }

  @Test
  void aNameOfAMetadataServiceIsResolvedAndRefused() throws Exception {
    location = "http://metadata.test/latest/";
    Ending ending = read("store.test", only(target), Map.of());
    assertThat(ending.outcome().failureCode()).isEqualTo("address-refused");
    assertThat(ending.message()).contains(METADATA.getHostAddress());
  }

  @Test
  void anAllowedHostIsFollowedAndGetsNoCredentials() throws Exception {
    location = "http://store.test:" + port(elsewhere) + "/x";
    Outcome outcome =
        read(
                "store.test",
                only(target, elsewhere),
                Map.of(
                    "user", "sailor",
                    "password", "open-sesame",
                    "headers", "X-Plain: seen",
                    "secret-headers", "X-Token: hidden"))
            .outcome();
    assertThat(outcome.attempts()).isEqualTo(2);
    assertThat(outcome.status()).isEqualTo(Outcome.Status.SUCCEEDED);
    assertThat(seenElsewhere).singleElement().asString().contains("X-plain").contains("seen");
    assertThat(seenElsewhere.getFirst().toLowerCase(java.util.Locale.ROOT))
        .doesNotContain("authorization")
        .doesNotContain("hidden");
  }

  @Test
  void theSameOriginKeepsItsCredentials() throws Exception {
    location = "/there";
    Outcome outcome = read("store.test", only(target), Map.of("user", "sailor")).outcome();
    assertThat(outcome.status()).isEqualTo(Outcome.Status.SUCCEEDED);
  }

  @Test
  void aTargetWhoseNameLeadsElsewhereIsNotOpened() {
    assertThatThrownBy(() -> read("metadata.test", only(target), Map.of()))
        .hasMessageStartingWith("must be an allowed address")
        .hasMessageContaining(METADATA.getHostAddress());
  }
}
