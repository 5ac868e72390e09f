package org.plimsoll.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;

/** A real HTTP server that stores the requests it receives. */
final class Receiver implements AutoCloseable {
  /** A request, with its body uncompressed. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Received(String path, Map<String, String> headers, byte[] body) {}

  private final HttpServer server;
  private final int status;
  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();

  Receiver(int status) throws IOException {
    this.status = status;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
      boolean packed = "gzip".equals(headers.get("Content-Encoding"));
      try (InputStream raw = exchange.getRequestBody();
          InputStream body = packed ? new GZIPInputStream(raw) : raw) {
        received.add(
            new Received(exchange.getRequestURI().toString(), headers, body.readAllBytes()));
      }
      exchange.sendResponseHeaders(status, -1);
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  Received next() throws InterruptedException {
    return Objects.requireNonNull(received.poll(60, TimeUnit.SECONDS), "nothing was sent");
  }

  int waiting() {
    return received.size();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
