package org.plimsoll.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plimsoll.api.Client;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

/** Connections follow the servers that discovery finds. */
@Timeout(180)
class HttpNodesTest {
  private static final Map<String, String> SETTINGS = Map.of("read", "GET /key");

  private Served first;
  private Served second;

  private record Served(HttpServer server, AtomicInteger requests) implements AutoCloseable {
    static Served start() throws IOException {
      AtomicInteger requests = new AtomicInteger();
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext(
          "/",
          exchange -> {
            try (exchange) {
              if (exchange.getRequestURI().getPath().startsWith("/base/key")) {
                requests.incrementAndGet();
              }
              exchange.sendResponseHeaders(200, 2);
              exchange.getResponseBody().write(new byte[] {'o', 'k'});
            }
          });
      server.start();
      return new Served(server, requests);
    }

    DiscoveredNode node(String zone) {
      return DiscoveredNode.of("127.0.0.1", server.getAddress().getPort()).in(zone, "");
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }

  @BeforeEach
  void start() throws IOException {
    first = Served.start();
    second = Served.start();
  }

  @AfterEach
  void stop() {
    first.close();
    second.close();
  }

  private static void read(Session session) throws Exception {
    Ending ending = new Ending();
    session.execute(TestOperation.on(OperationType.READ, TestKey.of(1)), ending);
    Outcome outcome = ending.outcome();
    assertThat(outcome.failureCode()).isNull();
  }

  @Test
  void connectionsMoveWhenServersComeAndGo() throws Exception {
    DiscoveredNode one = first.node("a");
    DiscoveredNode other = second.node("b");
    try (TestTarget target =
            new TestTarget(new HttpDriver(), one.authority() + "/base", SETTINGS, List.of("one"));
        Client client = target.open();
        Session even = client.openSession();
        Session odd = client.openSession()) {
      client.nodesChanged(List.of(one), 1);
      read(even);
      read(odd);
      assertThat(first.requests()).hasValue(2);
      client.nodesChanged(List.of(one, other), 2);
      read(even);
      read(odd);
      assertThat(first.requests()).hasValue(3);
      assertThat(second.requests()).hasValue(1);
      client.nodesChanged(List.of(other), 1);
      first.close();
      read(even);
      read(odd);
      assertThat(second.requests()).hasValue(3);
    }
  }

  @Test
  void onlyTheNearestServersAreUsed() throws Exception {
    try (TestTarget target =
            new TestTarget(
                new HttpDriver(), first.node("").authority() + "/base", SETTINGS, List.of("one"));
        Client client = target.open()) {
      client.nodesChanged(List.of(second.node("a"), first.node("b")), 1);
      for (int i = 0; i < 3; i++) {
        try (Session session = client.openSession()) {
          read(session);
        }
      }
      assertThat(first.requests()).hasValue(0);
      assertThat(second.requests()).hasValue(3);
    }
  }
}
