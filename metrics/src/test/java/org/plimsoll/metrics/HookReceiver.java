package org.plimsoll.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A real HTTP server that answers requests as a test decides, and stores them. */
final class HookReceiver implements AutoCloseable {
  /** A request with the time at which it arrived. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Received(long atNanos, Map<String, String> headers, byte[] body) {}

  /** Answers the request of a number, from 0 on. */
  @FunctionalInterface
  interface Script {
    void answer(int number, HttpExchange exchange) throws IOException, InterruptedException;
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger count = new AtomicInteger();
  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();

  HookReceiver(Script script) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", exchange -> take(script, exchange));
    server.start();
  }

  private void take(Script script, HttpExchange exchange) throws IOException {
    long atNanos = System.nanoTime();
    try (exchange) {
      Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
      byte[] body = exchange.getRequestBody().readAllBytes();
      received.add(new Received(atNanos, headers, body));
      script.answer(count.getAndIncrement(), exchange);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
  }

  Received next() throws InterruptedException {
    return Objects.requireNonNull(received.poll(60, TimeUnit.SECONDS), "nothing was sent");
  }

  /** The number of requests so far. */
  int count() {
    return count.get();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
