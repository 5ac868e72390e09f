package org.plimsoll.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.plimsoll.api.HostPort;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.SinkSpec;

/** Serves the page {@code /metrics} over HTTP for as long as the run lasts. */
final class PrometheusSink implements Sink {
  private static final int THREADS = 2;

  private final Exposition exposition =
      new Exposition(Duration.ofMinutes(5), InstantSource.system());
  private final HttpServer server;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS, Thread.ofPlatform().daemon().name("metrics-scrape").factory());

  PrometheusSink(SinkSpec.Prometheus spec, RunMetrics metrics) {
    exposition.add(metrics);
    InetSocketAddress address = spec.address();
    try {
      InetAddress host = InetAddress.getByName(address.getHostString());
      server = HttpServer.create(new InetSocketAddress(host, address.getPort()), 0);
    } catch (IOException e) {
      threads.shutdownNow();
      throw new InvalidSpecException(
          "metrics: cannot listen on " + HostPort.of(address) + ": " + e.getMessage(), e);
    }
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean isRead = exchange.getRequestMethod().equals("GET");
      if (!isRead || !exchange.getRequestURI().getPath().equals("/metrics")) {
        byte[] text = "The metrics are at GET /metrics.\n".getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        exchange.sendResponseHeaders(isRead ? 404 : 405, text.length);
        exchange.getResponseBody().write(text);
        return;
      }
      Exposition.Scrape scrape = exposition.scrape(exchange.getRequestHeaders().getFirst("Accept"));
      exchange.getResponseHeaders().set("Content-Type", scrape.contentType());
      exchange.sendResponseHeaders(200, scrape.body().length);
      exchange.getResponseBody().write(scrape.body());
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
