package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.server.run.LiveRuns;

/** Text from users and targets is never interpreted as markup. */
@Timeout(180)
class MarkupTest {
  private static final List<String> CORPUS =
      List.of(
          "<script>alert(1)</script>",
          "\"><img src=x onerror=alert(1)>",
          "'><svg/onload=alert(1)>",
          "</script><script>alert(1)</script>",
          "javascript:alert(1)",
          "<iframe srcdoc=\"<script>alert(1)</script>\">",
          "{{constructor.constructor('alert(1)')()}}",
          "<!--<img src=--><img src=x onerror=alert(1)>",
          "\u2028\u2029\u0000<b>",
          "data: x\n\nevent: run\ndata: {}",
          "\r\nSet-Cookie: a=b",
          "%3Cscript%3Ealert(1)%3C/script%3E");

  @TempDir Path folder;
  private PlimsollServer server;
  private Http http;

  @BeforeEach
  void start() {
    server =
        PlimsollServer.start(
            ServerSettings.local(0), new LiveRuns(Drivers.of(new SimDriver()), folder, 3));
    http = new Http(server.port());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static void isData(Http.Answer answer) {
    assertThat(answer.type()).matches("application/(problem\\+)?json.*");
    assertThat(answer.json()).isNotNull();
    assertThat(answer.status()).isLessThan(500);
  }

  @Test
  void markupInTextIsEscaped() throws Exception {
    Http.Answer begun =
        http.post(
            "/api/v1/runs",
            "{\"target\":\"sim:\",\"rate\":\"100\",\"forever\":true,\"warmup\":\"0\"}");
    String run = "/api/v1/runs/" + begun.json().path("id").asString();
    http.awaitState(run, "running");
    for (String text : CORPUS) {
      isData(http.post("/api/v1/runs", json(Map.of("target", "sim:", "name", text))));
      isData(http.post("/api/v1/runs", json(Map.of("target", text))));
      isData(http.post("/api/v1/runs", json(Map.of("target", "sim:", "rate", text))));
      isData(http.post("/api/v1/runs", json(Map.of(text, "1"))));
      isData(http.patch(run + "/parameters", json(Map.of(text, "1", "rate", text))));
      isData(http.post(run + "/operations", json(Map.of("operation", "read", "keyText", text))));
      isData(http.post(run + "/operations", json(Map.of("operation", text, "key", "1"))));
      String word = java.net.URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
      for (String path :
          List.of(
              "/api/v1/runs?query=" + word,
              "/api/v1/runs?limit=" + word,
              run + "/history?from=" + word,
              run + "/events?kind=" + word)) {
        isData(http.get(path));
      }
      for (String path : List.of("/api/v1/runs/" + word, "/api/v1/drivers/" + word)) {
        Http.Answer answer = http.get(path);
        assertThat(answer.status()).isBetween(400, 499);
        isData(answer);
      }
      Http.Answer labelled = http.patch(run, json(Map.of("tags", List.of(text), "notes", text)));
      isData(labelled);
      assertThat(labelled.json().path("notes").asString()).isEqualTo(text);
      isData(http.get("/api/v1/runs"));
    }
    http.post(run + "/stop", "{}");
    http.awaitState(run, "finished");
    Http.Answer report = http.get(run + "/report");
    assertThat(report.type()).startsWith("text/html");
    assertThat(report.text()).doesNotContain("<script").doesNotContain("onerror=");
  }

  private static String json(Map<String, ?> members) {
    return ResultJson.mapper().writeValueAsString(members);
  }

  @Test
  void textsCannotAddLinesToAStream() throws Exception {
    Http.Answer begun =
        http.post(
            "/api/v1/runs",
            "{\"target\":\"sim:\",\"rate\":\"100\",\"forever\":true,\"warmup\":\"0\"}");
    String run = "/api/v1/runs/" + begun.json().path("id").asString();
    http.patch(run, json(Map.of("notes", "data: x\n\nevent: fake\ndata: {}\r\r\u2028")));
    try (Http.Events events = http.events(run + "/stream", Map.of())) {
      assertThat(events.next("run").data().path("notes").asString()).contains("event: fake");
    }
  }
}
