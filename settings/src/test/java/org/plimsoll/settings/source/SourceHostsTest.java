package org.plimsoll.settings.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.PropertySourceSpec;
import org.plimsoll.settings.text.PropertySourceText;

/** Property sources ask before each request whether its host is allowed. */
@Timeout(180)
class SourceHostsTest {
  @Test
  void aPageIsNotReadAgainWhenItsHostIsNotAllowedAnyMore() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          byte[] page = "rate=7".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
    AtomicInteger asked = new AtomicInteger();
    HostCheck once =
        (path, address) -> {
          if (asked.getAndIncrement() > 0) {
            throw new InvalidSpecException(path + ": not allowed");
          }
        };
    List<PropertySourceSpec> specs =
        PropertySourceText.parseAll(
            "url(http://127.0.0.1:%d/p)".formatted(server.getAddress().getPort()));
    try (UrlSource source = new UrlSource((PropertySourceSpec.Url) specs.getFirst(), once)) {
      assertThat(source.read()).isEqualTo(Map.of("rate", "7"));
      assertThatThrownBy(source::read).hasMessage("properties: not allowed");
      assertThat(requests).hasValue(1);
    } finally {
      server.stop(0);
    }
  }
}
