package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.run.LiveRuns;
import tools.jackson.databind.JsonNode;

/** Error samples and the log of a run over HTTP, live and after a restart of the server. */
@Timeout(180)
class DiagnosisTest {
  @TempDir private Path folder;

  private PlimsollServer serve() {
    return PlimsollServer.start(
        ServerSettings.local(0),
        new LiveRuns(Drivers.of(new SimDriver(), new LoggingDriver()), folder, 3));
  }

  private static String begin(Http http, String target) throws Exception {
    Http.Answer answer =
        http.post(
            "/api/v1/runs",
            "{\"target\":\""
                + target
                + "\",\"rate\":\"500\",\"forever\":true,\"warmup\":\"0\",\"no-fill\":true,"
                + "\"mix\":{\"read\":1}}");
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.json().path("id").asString();
  }

  private static void end(Http http, String id) throws Exception {
    http.post("/api/v1/runs/" + id + "/stop", "{}");
    http.awaitState("/api/v1/runs/" + id, "finished");
  }

  @Test
  void theLastFailuresOfACodeAreShownLiveAndAfterARestart() throws Exception {
    String path;
    try (PlimsollServer server = serve()) {
      Http http = new Http(server.port());
      String id = begin(http, "sim:?error-rate=0.5");
      path = "/api/v1/runs/" + id + "/error-samples";
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> http.get(path).json().path("codes").path(0).path("samples").size() == 20);

      JsonNode code = http.get(path).json().path("codes").path(0);
      assertThat(code.path("code").asString()).isEqualTo("injected");
      JsonNode sample = code.path("samples").path(0);
      assertThat(sample.path("operation").asString()).isEqualTo("read");
      assertThat(sample.path("key").asString()).startsWith("user");
      assertThat(sample.path("session").asInt()).isEqualTo(1);
      assertThat(sample.path("message").asString()).contains("failed by the simulation");
      assertThat(Instant.parse(sample.path("at").asString())).isBefore(Instant.now());
      end(http, id);
      assertThat(http.get("/api/v1/runs/" + id + "/report").text())
          .contains("Error samples", "failed by the simulation");
    }
    try (PlimsollServer server = serve()) {
      Http http = new Http(server.port());

      JsonNode codes = http.get(path).json().path("codes");
      assertThat(codes.path(0).path("samples")).hasSize(20);
      assertThat(http.get("/api/v1/runs/none/error-samples").status()).isEqualTo(404);
    }
  }

  @Test
  void aRunHasTheLinesOfItsOwnDriverWithoutSecretsAndAtMostAHundredASecond() throws Exception {
    String path;
    int total;
    try (PlimsollServer server = serve()) {
      Http http = new Http(server.port());
      String first = begin(http, "logging:?says=alpha&password=hunter2-x");
      String second = begin(http, "logging:?says=beta&password=hunter2-x");
      path = "/api/v1/runs/" + first + "/log";
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> http.get(path).json().path("total").asInt() > 200);
      end(http, first);
      end(http, second);

      Http.Answer answer = http.get(path + "?last=20000");
      assertThat(answer.text()).doesNotContain("hunter2-x", "not kept", "beta");
      List<String> lines = new ArrayList<>();
      answer.json().path("lines").forEach(line -> lines.add(line.asString()));
      total = lines.size();
      assertThat(lines)
          .anyMatch(line -> line.contains("WARN") && line.contains("own thread of alpha"))
          .anyMatch(line ->
              line.contains("org.example.client.Pool: alpha: cannot log in with ***:")
                  && line.contains("java.lang.Exception: refused at "))
          .anyMatch(line -> line.contains("further lines in it are dropped"));
      assertThat(http.get(path + "?last=7").json().path("lines")).hasSize(7);
      assertThat(http.get("/api/v1/runs/" + second + "/log").text()).doesNotContain("alpha");
    }
    try (PlimsollServer server = serve()) {
      Http http = new Http(server.port());

      assertThat(http.get(path).json().path("total").asInt()).isEqualTo(total);
    }
  }
}
