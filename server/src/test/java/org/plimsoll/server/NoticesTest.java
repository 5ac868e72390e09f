package org.plimsoll.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.security.FilePolicy;
import org.plimsoll.server.security.RunLimits;
import org.plimsoll.server.security.ServerGuard;
import org.plimsoll.server.security.TargetPolicy;
import org.plimsoll.settings.text.NoticeText;
import tools.jackson.databind.JsonNode;

/** Notices about runs over HTTP, to a real receiver that refuses the first ones. */
@Timeout(90)
class NoticesTest {
  @TempDir private Path folder;
  private final BlockingQueue<JsonNode> accepted = new LinkedBlockingQueue<>();
  private final AtomicInteger count = new AtomicInteger();
  private HttpServer receiver;
  private String hook;

  @BeforeEach
  void listen() throws Exception {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            boolean accepts = count.getAndIncrement() >= 2;
            exchange.sendResponseHeaders(accepts ? 200 : 503, -1);
            if (accepts) {
              accepted.add(ResultJson.mapper().readTree(body));
            }
          }
        });
    receiver.start();
    hook = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook";
  }

  @AfterEach
  void stop() {
    receiver.stop(0);
  }

  private List<String> untilEnd(List<JsonNode> notices) throws Exception {
    List<String> events = new ArrayList<>();
    do {
      JsonNode next =
          Objects.requireNonNull(accepted.poll(60, TimeUnit.SECONDS), () -> "after " + events);
      notices.add(next);
      events.add(next.path("event").asString());
    } while (!events.getLast().equals("ended"));
    return events;
  }

  @Test
  void aRunTellsOfItsStallItsMissedObjectiveAndItsEnd() throws Exception {
    try (PlimsollServer server =
        PlimsollServer.start(
            ServerSettings.local(0), new LiveRuns(Drivers.of(new SimDriver()), folder, 3))) {
      Http http = new Http(server.port());
      Http.Answer begun =
          http.post(
              "/api/v1/runs",
              """
              {"target": "sim:?service=constant(1ms)&stall-after=3s&stall-for=5s",
               "rate": "200", "for": "14s", "warmup": "0", "timeout": "10s", "slo": "p99<20ms",
               "name": "told", "notify": "webhook(%s)"}
              """
                  .formatted(hook));
      assertThat(begun.status()).as(begun.text()).isEqualTo(201);
      assertThat(begun.text()).doesNotContain(hook).contains("webhook(***)");
      List<JsonNode> notices = new ArrayList<>();

      // A stall is noticed after 1 s without a pause of this process, so it is longer than a pause.
      List<String> events = untilEnd(notices);

      assertThat(events).contains("slo-missed", "stalled", "answers-again").endsWith("ended");
      assertThat(events.indexOf("stalled")).isLessThan(events.indexOf("answers-again"));
      JsonNode ended = notices.getLast();
      assertThat(ended.path("run").path("name").asString()).isEqualTo("told");
      assertThat(ended.path("result").path("state").asString()).isEqualTo("finished");
      // A busy machine may make the result invalid, and then no objective is decided.
      assertThat(ended.path("result").path("slo").asString()).isIn("failed", "undecided");
      assertThat(ended.path("result").path("throughputPerSecond").asDouble()).isBetween(150., 250.);
      assertThat(ended.path("text").asString()).contains("SLO ", "/s", "p99");
      assertThat(notices)
          .extracting(notice -> notice.path("id").asString())
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void aServerTellsOfEveryRunInTheFormatOfSlack() throws Exception {
    Drivers drivers = Drivers.of(new SimDriver());
    LiveRuns runs =
        new LiveRuns(
            drivers,
            folder,
            3,
            new ServerGuard(
                TargetPolicy.of(List.of("sim:")), FilePolicy.EVERYTHING, RunLimits.NONE, drivers),
            NoticeText.FORMS.parseAll("webhook(" + hook + ",format=slack)"));
    try (PlimsollServer server = PlimsollServer.start(ServerSettings.local(0), runs)) {
      Http http = new Http(server.port());
      http.post("/api/v1/runs", spec(""));

      String told;
      do {
        JsonNode next = Objects.requireNonNull(accepted.poll(60, TimeUnit.SECONDS));
        told = next.path("text").asString();
      } while (!told.startsWith("*Run ended*: "));
      assertThat(told).contains(" on sim:");
    }
  }

  @Test
  void addressesThatTheServerDoesNotAllowAreRefusedInOneSentence() throws Exception {
    Drivers drivers = Drivers.of(new SimDriver());
    Path metadata = Files.writeString(folder.resolve("hook"), "http://169.254.169.254/latest");
    Path other = Files.writeString(folder.resolve("other"), "http://127.0.0.2:1/hook");
    LiveRuns runs =
        new LiveRuns(
            drivers,
            folder.resolve("runs"),
            3,
            new ServerGuard(
                TargetPolicy.of(List.of("sim:", "http://127.0.0.1")),
                new FilePolicy(List.of(folder)),
                RunLimits.NONE,
                drivers));
    try (PlimsollServer server = PlimsollServer.start(ServerSettings.local(0), runs)) {
      Http http = new Http(server.port());

      assertRefused(
          http,
          "webhook(http://10.1.2.3/hook)",
          "notify: must be one that this server allows (--allow-target), was '10.1.2.3'");
      assertRefused(
          http,
          "webhook(file:" + other + ")",
          "notify: must be one that this server allows (--allow-target), was '127.0.0.2:1'");
      assertRefused(
          http,
          "webhook(file:" + metadata + ")",
          "notify: must not be at a link-local or metadata address, which 169.254.169.254 is, was"
              + " '169.254.169.254'");
      assertRefused(
          http,
          "webhook(env:HOME)",
          "notify: must name a variable that starts with PLIMSOLL_ on this server, was"
              + " 'env:HOME'");
      assertThat(http.get("/api/v1/runs").json().path("total").asInt()).isZero();
      Http.Answer allowed = http.post("/api/v1/runs?dryRun=true", spec("webhook(" + hook + ")"));
      assertThat(allowed.status()).as(allowed.text()).isEqualTo(200);
    }
  }

  private static String spec(String notify) {
    return "{\"target\":\"sim:\",\"rate\":\"200\",\"for\":\"1s\",\"warmup\":\"0\""
        + (notify.isEmpty() ? "" : ",\"notify\":\"" + notify + "\"")
        + "}";
  }

  private static void assertRefused(Http http, String notify, String sentence) throws Exception {
    Http.Answer answer = http.post("/api/v1/runs", spec(notify));

    assertThat(answer.status()).as(answer.text()).isEqualTo(422);
    assertThat(answer.json().path("detail").asString()).isEqualTo(sentence);
  }

  @Test
  void aReceiverThatIsDownDoesNotDelayTheStartOrTheResultOfARun() throws Exception {
    try (PlimsollServer server =
        PlimsollServer.start(
            ServerSettings.local(0), new LiveRuns(Drivers.of(new SimDriver()), folder, 3))) {
      Http http = new Http(server.port());
      receiver.stop(0);
      long beginNanos = System.nanoTime();
      String id =
          http.post("/api/v1/runs", spec("webhook(" + hook + ")")).json().path("id").asString();
      http.awaitState("/api/v1/runs/" + id, "finished");

      assertThat(Duration.ofNanos(System.nanoTime() - beginNanos))
          .isLessThan(Duration.ofSeconds(20));
    }
  }
}
