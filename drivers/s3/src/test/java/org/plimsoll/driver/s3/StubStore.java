package org.plimsoll.driver.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/** A store that gives the answers of Amazon's which no server on loopback gives. */
final class StubStore implements AutoCloseable {
  /** An answer. */
  record Answer(int status, String body) {
    static Answer error(int status, String code) {
      String body =
          code.isEmpty()
              ? ""
              : "<Error><Code>" + code + "</Code><Message>as stubbed</Message></Error>";
      return new Answer(status, body);
    }

    /** A page of a listing. */
    static Answer page(List<String> names, String next) {
      StringBuilder body = new StringBuilder("<ListBucketResult>");
      body.append("<IsTruncated>").append(!next.isEmpty()).append("</IsTruncated>");
      if (!next.isEmpty()) {
        body.append("<NextContinuationToken>").append(next).append("</NextContinuationToken>");
      }
      names.forEach(name ->
          body.append("<Contents><Key>").append(name).append("</Key><Size>1</Size></Contents>"));
      return new Answer(200, body.append("</ListBucketResult>").toString());
    }
  }

  /** A request, as method and path with query. */
  record Asked(String line, Headers headers) {}

  final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
  private final HttpServer server;
  private volatile Function<String, Answer> answers = _ -> Answer.page(List.of(), "");

  StubStore() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var _ = exchange.getRequestBody().readAllBytes();
      String line = exchange.getRequestMethod() + " " + exchange.getRequestURI();
      asked.add(new Asked(line, exchange.getRequestHeaders()));
      Answer answer = answers.apply(line);
      byte[] bytes = answer.body().getBytes(UTF_8);
      exchange.getResponseHeaders().set("Server", "stub");
      boolean isEmpty = bytes.length == 0 || line.startsWith("HEAD");
      exchange.sendResponseHeaders(answer.status(), isEmpty ? -1 : bytes.length);
      if (!isEmpty) {
        exchange.getResponseBody().write(bytes);
      }
    }
  }

  /** Sets the answers to later requests, by method and path with query. */
  void answers(Function<String, Answer> newAnswers) {
    asked.clear();
    answers = newAnswers;
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort() + "/bkt/rows";
  }

  static Map<String, String> login() {
    return Map.of("user", "u", "password", "p");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
