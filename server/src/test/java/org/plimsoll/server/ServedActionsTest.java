package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.security.CommandPolicy;
import org.plimsoll.server.security.FilePolicy;
import org.plimsoll.server.security.RunLimits;
import org.plimsoll.server.security.ServerGuard;
import org.plimsoll.server.security.TargetPolicy;

/** Commands and requests of runs on a server, which starts only what its configuration names. */
@Timeout(180)
class ServedActionsTest {
  private static final long MOST = Long.MAX_VALUE;

  @TempDir Path folder;
  private @Nullable PlimsollServer server;
  private @Nullable Http http;

  @AfterEach
  void stop() {
    Objects.requireNonNull(server).close();
  }

  private Http http() {
    return Objects.requireNonNull(http);
  }

  private void start(String... commands) {
    Drivers drivers = Drivers.of(new SimDriver());
    LiveRuns runs =
        new LiveRuns(
            drivers,
            folder.resolve("runs"),
            2,
            new ServerGuard(
                TargetPolicy.local(),
                FilePolicy.EVERYTHING,
                new RunLimits(Double.POSITIVE_INFINITY, MOST, MOST, MOST, MOST),
                CommandPolicy.of(List.of(commands)),
                drivers));
    serve(runs);
  }

  private void serve(LiveRuns runs) {
    server = PlimsollServer.start(ServerSettings.local(0), runs);
    http = new Http(server.port());
  }

  private static String spec(String more) {
    return ("{'target':'sim:','rate':'100','forever':true,'warmup':'0'" + more + "}")
        .replace('\'', '"');
  }

  private String begin() throws Exception {
    Http.Answer begun = http().post("/api/v1/runs", spec(""));
    assertThat(begun.status()).as(begun.text()).isEqualTo(201);
    String id = begun.json().path("id").asString();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() ->
            http().get("/api/v1/runs/" + id).json().path("state").asString().equals("running"));
    return id;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noCommandIsStartedWithoutAConfigurationThatNamesIt(boolean guarded) throws Exception {
    if (guarded) {
      start();
    } else {
      serve(new LiveRuns(Drivers.of(new SimDriver()), folder.resolve("runs"), 2));
    }
    Path marker = folder.resolve("marker");
    String touch = "touch " + marker;
    for (String more :
        List.of(
            ",'before':[{'command':'" + touch + "'}]",
            ",'before':'command=(" + touch + ")'",
            ",'schedule':'at=0 command=(" + touch + ")'")) {
      for (String path : List.of("/api/v1/runs", "/api/v1/runs?dryRun=true")) {
        Http.Answer refused = http().post(path, spec(more));
        assertThat(refused.status()).as(more + refused.text()).isEqualTo(422);
        assertThat(refused.text()).doesNotContain(marker.toString());
      }
    }
    String id = begin();
    String run = "/api/v1/runs/" + id;
    String body = "{\"command\": [\"touch\", \"" + marker + "\"]}";
    Http.Answer refused = http().post(run + "/actions", body);
    assertThat(refused.status()).as(refused.text()).isEqualTo(422);
    assertThat(refused.text()).contains("--allow-command");
    assertThat(
            http()
                .post(run + "/schedules", "{\"in\":\"0s\",\"command\":\"" + touch + "\"}")
                .status())
        .isEqualTo(422);
    assertThat(marker).doesNotExist();
  }

  @Test
  void aNamedCommandIsStartedWithItsArgumentsAndNoOthers() throws Exception {
    start("echo hello *", "ls **");
    String id = begin();
    String path = "/api/v1/runs/" + id + "/actions";

    Http.Answer told = http().post(path, "{\"command\": \"echo hello '; rm -r x'\"}");
    assertThat(told.status()).as(told.text()).isEqualTo(200);
    assertThat(told.json().path("text").asString()).isEqualTo("hello ; rm -r x");
    assertThat(http().post(path, "{\"command\": \"echo hello\"}").status()).isEqualTo(422);
    assertThat(http().post(path, "{\"command\": \"echo bye x\"}").status()).isEqualTo(422);
    Http.Answer failed = http().post(path, "{\"command\": \"ls /no/such/folder\"}");
    assertThat(failed.status()).isEqualTo(502);
    assertThat(failed.json().path("detail").asString())
        .startsWith("command ls /no/such/folder has failed: 'ls' exited with 2: ls: ");

    Http.Answer planned =
        http()
            .post(
                "/api/v1/runs/" + id + "/schedules",
                "{\"in\":\"0s\",\"command\":\"echo hello you\"}");
    assertThat(planned.status()).as(planned.text()).isEqualTo(201);
    assertThat(planned.json().path("action").asString()).isEqualTo("command echo hello you");
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> assertThat(events(id)).anyMatch(text -> text.endsWith(" s: hello you")));
    assertThat(events(id))
        .contains("local user starts command echo hello '; rm -r x'")
        .anyMatch(text -> text.startsWith("command ls /no/such/folder has failed after "));
  }

  private List<String> events(String id) throws Exception {
    List<String> texts = new ArrayList<>();
    http()
        .get("/api/v1/runs/" + id + "/events")
        .json()
        .path("events")
        .forEach(event -> {
          if (event.path("kind").asString().equals("action")) {
            texts.add(event.path("text").asString());
          }
        });
    return texts;
  }

  @Test
  void requestsReachOnlyHostsThatTargetsMayHave() throws Exception {
    start();
    String id = begin();
    String path = "/api/v1/runs/" + id + "/actions";
    Http.Answer away = http().post(path, "{\"http\": \"GET http://169.254.169.254/latest\"}");
    assertThat(away.status()).as(away.text()).isEqualTo(422);
    String own = "http://127.0.0.1:" + Objects.requireNonNull(server).port() + "/api/v1/runs/" + id;
    Http.Answer near = http().post(path, "{\"http\": \"" + own + "\", \"timeout\": \"10s\"}");
    assertThat(near.status()).as(near.text()).isEqualTo(200);
    assertThat(near.json().path("text").asString()).startsWith("status 200");
    assertThat(http().post(path, "{}").status()).isEqualTo(400);
    assertThat(http().post(path, "{\"hook\": \"flush\"}").text()).contains("it has none");
  }

  @Test
  void aPatternBeginsWithAProgram() {
    start();
    for (String wrong : List.of("* x", "**", "a ** b", "", "'a")) {
      assertThatThrownBy(() -> CommandPolicy.of(List.of(wrong)))
          .as(wrong)
          .isInstanceOf(InvalidSpecException.class)
          .hasMessageContaining("--allow-command");
    }
  }
}
