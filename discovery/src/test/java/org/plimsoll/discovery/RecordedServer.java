package org.plimsoll.discovery;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A loopback server that gives recorded answers, and keeps what it was asked. */
final class RecordedServer implements AutoCloseable {
  private final HttpServer server;
  private final boolean isEncrypted;
  private final List<Asked> asked = new CopyOnWriteArrayList<>();

  /** A request. */
  record Asked(String method, String uri, Map<String, List<String>> headers, String body) {
    /** The method and the path with its query. */
    String line() {
      return method + " " + uri;
    }

    @Nullable String header(String name) {
      List<String> values = headers.get(name);
      return values == null ? null : values.getFirst();
    }
  }

  /** An answer. */
  record Answer(int status, Map<String, String> headers, String body) {
    static Answer of(String body) {
      return new Answer(200, Map.of(), body);
    }

    static Answer failed(int status) {
      return new Answer(status, Map.of(), "");
    }
  }

  /** What the server answers. */
  @FunctionalInterface
  interface Script {
    Answer answer(Asked asked) throws Exception;
  }

  private RecordedServer(HttpServer server, boolean isEncrypted, Script script) {
    this.server = server;
    this.isEncrypted = isEncrypted;
    server.createContext("/", exchange -> handle(exchange, script));
    server.start();
  }

  static RecordedServer answering(Script script) throws IOException {
    return new RecordedServer(HttpServer.create(loopback(), 5), false, script);
  }

  static RecordedServer encrypted(SSLContext tls, Script script) throws IOException {
    HttpsServer server = HttpsServer.create(loopback(), 5);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    return new RecordedServer(server, true, script);
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** The text of a recorded answer. */
  static String recorded(String name) throws IOException {
    try (InputStream in = RecordedServer.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void handle(HttpExchange exchange, Script script) throws IOException {
    Asked request =
        new Asked(
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            Map.copyOf(exchange.getRequestHeaders()),
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    asked.add(request);
    Answer answer;
    try {
      answer = script.answer(request);
    } catch (Exception e) {
      answer = Answer.failed(500);
    }
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    answer.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  URI uri() {
    int port = server.getAddress().getPort();
    return URI.create((isEncrypted ? "https" : "http") + "://127.0.0.1:" + port);
  }

  List<Asked> asked() {
    return List.copyOf(asked);
  }

  List<String> lines() {
    return asked.stream().map(Asked::line).toList();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
