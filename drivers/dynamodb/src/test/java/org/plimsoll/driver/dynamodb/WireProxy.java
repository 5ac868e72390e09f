package org.plimsoll.driver.dynamodb;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Proxy of a real DynamoDB that records requests, and can answer them with Amazon's errors that
 * DynamoDB Local never returns.
 */
final class WireProxy implements AutoCloseable {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final String target;
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();

  /** A received request: the operation's name and its JSON. */
  record Asked(String operation, String body) {}

  private record Answer(String operation, int status, String body) {}

  private WireProxy(HttpServer server, String target) {
    this.server = server;
    this.target = target;
  }

  static WireProxy to(String target) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    WireProxy proxy = new WireProxy(server, target);
    server.createContext("/", proxy::exchange);
    server.setExecutor(proxy.threads);
    server.start();
    return proxy;
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  List<Asked> asked() {
    return asked;
  }

  /** The requests of one operation so far. */
  List<Asked> asked(String operation) {
    return asked.stream().filter(request -> request.operation.equals(operation)).toList();
  }

  /** Answers the next such operation with this error. */
  void refuse(String operation, int status, String type, String message) {
    answer(
        operation,
        status,
        "{\"__type\":\"com.amazonaws.dynamodb.v20120810#%s\",\"message\":\"%s\"}"
            .formatted(type, message));
  }

  /** Answers the next such operation with this text. */
  void answer(String operation, int status, String body) {
    answers.add(new Answer(operation, status, body));
  }

  private void exchange(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String header = String.valueOf(exchange.getRequestHeaders().getFirst("X-Amz-Target"));
      String operation = header.substring(header.indexOf('.') + 1);
      asked.add(new Asked(operation, new String(body, StandardCharsets.UTF_8)));
      Answer scripted = answers.peek();
      if (scripted != null && scripted.operation.equals(operation) && answers.remove(scripted)) {
        reply(exchange, scripted.status, scripted.body.getBytes(StandardCharsets.UTF_8));
      } else {
        forward(exchange, body);
      }
    }
  }

  private void forward(HttpExchange exchange, byte[] body) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + target))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    for (String name : List.of("X-Amz-Target", "Authorization", "Content-Type", "X-Amz-Date")) {
      request.header(name, String.valueOf(exchange.getRequestHeaders().getFirst(name)));
    }
    try {
      HttpResponse<byte[]> answer =
          HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      reply(exchange, answer.statusCode(), answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void reply(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
    exchange.getResponseHeaders().set("x-amzn-RequestId", "plimsoll");
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
