package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.run.LiveRuns;

/** A secret that the server receives is in none of its answers, files or logs. */
@Timeout(180)
class SecretsTest {
  /** A secret without any part that is a word. */
  private static final String SECRET = "hUnT3r2zQ";

  @TempDir Path folder;
  private final List<String> seen = new ArrayList<>();
  private final PrintStream before = System.err;
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private PlimsollServer server;
  private Http http;

  @BeforeEach
  void start() {
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    server =
        PlimsollServer.start(
            ServerSettings.local(0), new LiveRuns(Drivers.of(new SecretDriver()), folder, 3));
    http = new Http(server.port());
  }

  @AfterEach
  void stop() {
    server.close();
    System.setErr(before);
  }

  private Http.Answer note(Http.Answer answer) {
    seen.add(answer.status() + " " + answer.text());
    return answer;
  }

  private static String json(String text) {
    return text.replace("SECRET", SECRET).replace('\'', '"');
  }

  @Test
  void noSecretOfARunIsInAnyAnswerEventFileOrLog() throws Exception {
    Http.Answer begun =
        note(
            http.post(
                "/api/v1/runs",
                json(
                    "{'target':'vault://ann:SECRET@','rate':'100','forever':true,'warmup':'0',"
                        + "'set':{'api-key':'SECRET','pin':'4711'}}")));
    assertThat(begun.status()).as(begun.text()).isEqualTo(201);
    String run = "/api/v1/runs/" + begun.json().path("id").asString();
    http.awaitState(run, "running");
    try (Http.Events events = http.events(run + "/stream", Map.of())) {
      seen.add(events.next("run").data().toString());
      note(http.patch(run + "/parameters", json("{'set.password':'SECRET-2','set.pin':'4712'}")));
      seen.add(events.next("parameters").data().toString());
    }
    for (String change :
        List.of(
            "{'set.api-key':'SECRET'}",
            "{'set.pin':'SECRET'}",
            "{'set.password':['SECRET']}",
            "{'set.passwrod':'SECRET'}",
            "{'set.password':'SECRET','rate':'-1'}",
            "{'target':'vault://u:SECRET@'}",
            "{'set.password':null,'set.pin':null}")) {
      note(http.patch(run + "/parameters", json(change)));
    }
    for (String path :
        List.of(
            "",
            "/parameters",
            "/changes",
            "/events",
            "/history",
            "/percentiles",
            "/report",
            "/export/json",
            "/export/csv")) {
      note(http.get(run + path));
    }
    note(http.post(run + "/stop", "{}"));
    http.awaitState(run, "finished");
    for (String path : List.of(run, "/api/v1/runs", "/api/v1/audit", run + "/report")) {
      note(http.get(path));
    }
    assertNothingIsTold();
  }

  /** Nothing listens at the addresses, so that each part reports its failure. */
  @Test
  void noSecretInAUrlOfARunIsInAnyAnswerEventFileOrLog() throws Exception {
    String at = "http://127.0.0.1:1/p?k=SECRET";
    Http.Answer begun =
        note(
            http.post(
                "/api/v1/runs",
                json(
                    "{'target':'vault:','rate':'100','forever':true,'warmup':'0','set':{},"
                        + ("'metrics':'otlp(" + at + ",token=SECRET,step=1s),")
                        + ("influx(" + at + ",b,o,SECRET,step=1s),grafana(" + at + ",SECRET)',")
                        + ("'telemetry':'prometheus(" + at + ",x)',")
                        + ("'notify':'webhook(" + at + ",secret=SECRET)',")
                        + "'schedule':'at=0s http=(GET http://u:SECRET@127.0.0.1:1/?k=SECRET)'}")));
    assertThat(begun.status()).as(begun.text()).isEqualTo(201);
    note(
        http.post(
            "/api/v1/runs",
            json(
                "{'target':'vault:','for':'1s','warmup':'0',"
                    + "'properties':'url(http://me:SECRET@127.0.0.1:1/p?k=SECRET,100ms)'}")));
    String run = "/api/v1/runs/" + begun.json().path("id").asString();
    http.awaitState(run, "running");
    note(http.patch(run + "/parameters", json("{'metrics':'otlp(" + at + ",tokn=SECRET)'}")));
    note(http.patch(run + "/parameters", json("{'notify':'webhook(ftp://h/SECRET)'}")));
    for (String path :
        List.of("", "/parameters", "/changes", "/events", "/history", "/report", "/export/json")) {
      note(http.get(run + path));
    }
    note(http.post(run + "/stop", "{}"));
    http.awaitState(run, "finished");
    for (String path : List.of(run, "/api/v1/runs", "/api/v1/audit", run + "/report")) {
      note(http.get(path));
    }
    assertNothingIsTold();
  }

  @Test
  void errorMessagesContainNoSecret() throws Exception {
    for (String spec :
        List.of(
            "{'target':'vault://ann:SECRET@','rate':'-5'}",
            "{'target':'vault:ann:SECRET@host'}",
            "{'target':'vault//ann:SECRET@host'}",
            "{'target':'://ann:SECRET@host'}",
            "{'target':'vault://ann:SECRET?x@host y'}",
            "{'target':'vault:','metrics':'otlp(http://127.0.0.1:1/x?k=SECRET,often)'}",
            "{'target':'vault:','telemetry':'http://127.0.0.1:1/x?k=SECRET'}",
            "{'target':'vault:','properties':'url(http://127.0.0.1:1/x?k=SECRET,soon)'}",
            "{'target':'vault:','before':'http=(FETCH http://127.0.0.1:1/x?k=SECRET)'}",
            "{'target':'vault://ann:SEC/RET@host'}".replace("SEC/RET", "SECRET/x"),
            "{'target':'valut://ann:SECRET@host'}",
            "{'target':'vault://ann:SECRET@host?password=SECRET&x'}",
            "{'target':'vault://ann@host?password=SECRET&password=SECRET'}",
            "{'target':'vault://ann@host?pasword=SECRET'}",
            "{'target':'vault://ann@host?pin=SECRET'}",
            "{'target':'vault://ann: SECRET@host'}",
            "{'target':['vault://ann:SECRET@host']}",
            "{'target':{'vault':'SECRET'}}",
            "{'target':'vault:','set':{'pin':'SECRET'}}",
            "{'target':'vault:','set':{'password':['SECRET']}}",
            "{'target':'vault:','set':{'pasword':'SECRET'}}",
            "{'target':'vault:','set':'password=SECRET'}",
            "{'target':'vault:','password':'SECRET'}",
            "{'target':'vault:','set':{'password':'SECRET'",
            "'SECRET",
            "['SECRET']")) {
      Http.Answer answer = note(http.post("/api/v1/runs?dryRun=true", json(spec)));
      assertThat(answer.status()).as(spec + answer.text()).isBetween(400, 499);
    }
    note(http.post("/api/v1/session", json("{'token':'SECRET-and-more'}")));
    note(http.post("/api/v1/session", json("{'token':{'a':'SECRET'}}")));
    note(http.post("/api/v1/session", json("{'tokn':'SECRET'}")));
    assertNothingIsTold();
  }

  private void assertNothingIsTold() throws Exception {
    server.close(); // then no run removes its lock or a draft while the files are read
    List<String> secrets =
        List.of(
            SECRET,
            Base64.getEncoder().encodeToString(SECRET.getBytes(StandardCharsets.UTF_8)),
            "\"4711\"",
            "'4711'",
            "\"4712\"");
    for (String secret : secrets) {
      assertThat(seen.stream().filter(text -> text.contains(secret))).isEmpty();
      assertThat(log.toString(StandardCharsets.UTF_8)).doesNotContain(secret);
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
              .as(file.toString())
              .doesNotContain(secret);
        }
      }
    }
  }
}
