package org.example.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.RealServer;

class LinesDriverTest extends DriverContract {
  private static final Map<String, byte[]> rows = new ConcurrentHashMap<>();
  private static HttpServer server;
  private static ExecutorService threads;

  @BeforeAll
  static void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    threads = Executors.newVirtualThreadPerTaskExecutor();
    server.setExecutor(threads);
    server.createContext("/", LinesDriverTest::answer);
    server.start();
  }

  @AfterAll
  static void stopServer() {
    server.stop(0);
    threads.close();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String key = exchange.getRequestURI().getPath();
      byte[] sent = exchange.getRequestBody().readAllBytes();
      switch (exchange.getRequestMethod()) {
        case "PUT" -> {
          rows.put(key, sent);
          exchange.sendResponseHeaders(204, -1);
        }
        case "DELETE" -> exchange.sendResponseHeaders(rows.remove(key) == null ? 404 : 204, -1);
        default -> {
          byte[] row = rows.get(key);
          if (row == null) {
            exchange.sendResponseHeaders(404, -1);
          } else {
            exchange.sendResponseHeaders(200, row.length == 0 ? -1 : row.length);
            exchange.getResponseBody().write(row);
          }
        }
      }
    }
  }

  @Override
  protected Driver driver() {
    return new LinesDriver();
  }

  @Override
  protected String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("name", "street");
  }

  @Test
  void anUnreachableServerIsReportedInOneSentence() {
    String nobody = "127.0.0.1:" + RealServer.freePort();
    assertThatThrownBy(() -> opened(nobody, settings(), client -> assertThat(client).isNull()))
        .hasMessageContaining(nobody)
        .hasMessageNotContaining("\n");
  }
}
