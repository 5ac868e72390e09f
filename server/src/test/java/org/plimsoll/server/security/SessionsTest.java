package org.plimsoll.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.Javalin;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Role;

/** The length of a session. */
@Timeout(180)
class SessionsTest {
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2030-01-01T00:00:00Z"));
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
  private final Sessions sessions = new Sessions(false, now::get, nanos::get);

  @Test
  void aSessionEndsAfterTwelveHoursAlsoIfTheWallClockIsSetBack() throws Exception {
    Credentials.Known known = new Credentials.Known(new Caller("ada", Role.ADMIN), Instant.MAX);
    Javalin server =
        Javalin.create(config -> {
          config.startup.showJavalinBanner = false;
          config.routes.get("/in", request -> sessions.begin(request, known));
          config.routes.get(
              "/known",
              request -> request.result(String.valueOf(sessions.of(request).isPresent())));
        });
    try {
      server.start("127.0.0.1", 0);
      String cookie =
          get(server, "/in", "")
              .headers()
              .firstValue("Set-Cookie")
              .orElseThrow()
              .replaceFirst(";.*", "");

      now.set(now.get().minus(Duration.ofDays(1)));
      nanos.addAndGet(Duration.ofHours(11).toNanos());
      assertThat(get(server, "/known", cookie).body()).isEqualTo("true");
      nanos.addAndGet(Duration.ofHours(2).toNanos());
      assertThat(get(server, "/known", cookie).body()).isEqualTo("false");
    } finally {
      server.stop();
    }
  }

  private static HttpResponse<String> get(Javalin server, String path, String cookie)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .header("Cookie", cookie)
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
  }
}
