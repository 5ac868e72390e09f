package org.example.lines;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/** The store of {@link LinesDriver}: an HTTP server that keeps rows in memory. */
final class LinesServer {
  private static final Map<String, byte[]> ROWS = new ConcurrentHashMap<>();

  private LinesServer() {}

  /** Listens on the loopback port in the first argument. */
  public static void main(String[] args) throws IOException {
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", LinesServer::answer);
    server.start();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String key = exchange.getRequestURI().getPath();
      byte[] sent = exchange.getRequestBody().readAllBytes();
      switch (exchange.getRequestMethod()) {
        case "PUT" -> {
          ROWS.put(key, sent);
          exchange.sendResponseHeaders(204, -1);
        }
        case "DELETE" -> exchange.sendResponseHeaders(ROWS.remove(key) == null ? 404 : 204, -1);
        default -> {
          byte[] row = ROWS.get(key);
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
}
