package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.spec.ActionSpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.SpecFile;
import org.plimsoll.settings.text.ActionText;

/** Real processes and requests in runs with virtual time, where an action takes no time. */
class ActionsTest extends VirtualRuns {
  @TempDir Path folder;

  private static RunRequest request(String name, String value) {
    return RunRequest.of(
        "sim:?service=constant(1ms)",
        Map.of("rate", "100", "warmup", "0", "for", "5s", name, value));
  }

  private List<RunEvent> actionEvents() {
    return events().stream().filter(event -> event.kind() == EventKind.ACTION).toList();
  }

  private List<String> actions() {
    return actionEvents().stream().map(RunEvent::text).toList();
  }

  @Test
  void aScheduledCommandLeavesItsBeginItsEndAndItsOutcome() throws Exception {
    RunRequest spec =
        SpecFile.parse(
            """
            target: "sim:?service=constant(1ms)"
            rate: 100
            warmup: 0
            for: 5s
            schedule:
              - at: 1s
                command: "echo 'two  words' ; ls $HOME *"
              - at: 2s
                command: [printf, "%s|", a b, "c;d", "it's"]
                timeout: 60s
              - at: 3s
                rate: 200
            """,
            "actions.yaml");

    steered(spec, RunRequest.empty(), _ -> {});

    assertThat(actions())
        .containsExactly(
            "schedule starts command echo 'two  words' ';' ls $HOME *",
            "command echo 'two  words' ';' ls $HOME * has ended after 0.0 s: two  words ; ls"
                + " $HOME *",
            "schedule starts command printf %s| 'a b' 'c;d' 'it'\"'\"'s'",
            "command printf %s| 'a b' 'c;d' 'it'\"'\"'s' has ended after 0.0 s: a b|c;d|it's|");
    assertThat(actionEvents())
        .extracting(RunEvent::period)
        .containsExactly(
            new RunEvent.Period(1_000_000_000, null),
            new RunEvent.Period(1_000_000_000, 0L),
            new RunEvent.Period(2_000_000_000, null),
            new RunEvent.Period(2_000_000_000, 0L));
    assertThat(changes()).extracting(RunEvent.Change::parameter).contains("rate");
  }

  @Test
  void anActionThatFailsIsAnEventWithItsCauseAndTheRunGoesOn() throws Exception {
    Files.writeString(
        folder.resolve("fails"), "#!/bin/sh\necho first\necho no such keyspace\nexit 3\n");
    assertThat(folder.resolve("fails").toFile().setExecutable(true)).isTrue();
    steered(
        request(
            "schedule",
            "at=1s command=(no-such-program -x); at=2s command=("
                + folder.resolve("fails")
                + "); at=3s command=(sleep 60) timeout=200ms;"
                + " at=4s http=(GET http://127.0.0.1:1/x) timeout=60s"),
        _ -> {});

    assertThat(actions())
        .contains(
            "command no-such-program -x has failed after 0.0 s: cannot start 'no-such-program':"
                + " No such file or directory",
            "command "
                + folder.resolve("fails")
                + " has failed after 0.0 s: 'fails' exited with 3: no such keyspace",
            "command sleep 60 has failed after 0.0 s: 'sleep' did not end in 200 ms",
            "GET http://127.0.0.1:1/x has failed after 0.0 s: connection refused");
    assertThat(warnings()).isEmpty();
  }

  @Test
  void aHookThatTheDriverDoesNotHaveStopsTheRunBeforeAnyLoad() {
    for (String setting : List.of("schedule", "before")) {
      String at = setting.equals("schedule") ? "at=1s " : "";
      assertThatThrownBy(() -> steered(request(setting, at + "hook=compact"), _ -> {}))
          .isInstanceOf(InvalidSpecException.class)
          .hasMessage("hook: must be a hook of the driver (it has none), was 'compact'");
      assertThat(intervals()).isEmpty();
    }
  }

  @Test
  void actionsBeforeTheLoadWaitForAServerAndARunWithoutThemFails() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    List<String> bodies = Collections.synchronizedList(new ArrayList<>());
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/health",
        exchange -> {
          exchange.sendResponseHeaders(asked.incrementAndGet() < 2 ? 503 : 204, -1);
          exchange.close();
        });
    server.createContext(
        "/start",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(500, 0);
          exchange.getResponseBody().write("no room\n".getBytes(StandardCharsets.UTF_8));
          exchange.close();
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    try {
      steered(
          request(
              "before",
              "command=(touch " + folder.resolve("x") + "); http=(GET " + url + "/health)"),
          _ -> {});
      assertThat(folder.resolve("x")).exists();
      assertThat(asked).hasValue(2);
      assertThat(actions())
          .hasSize(2)
          .allMatch(text -> text.contains(" has ended after "))
          .anyMatch(text -> text.endsWith("s: status 204"));
      assertThatThrownBy(
              () -> steered(request("before", "http=(POST " + url + "/start {\"n\": 3})"), _ -> {}))
          .isInstanceOf(TargetUnavailableException.class)
          .hasMessage("before: POST " + url + "/start has failed: status 500: no room");
      assertThat(bodies).containsExactly("{\"n\": 3}");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aGuardRefusesCommandsAndHostsBeforeTheRunAndWhereTheyStart() {
    RunGuard guard =
        new RunGuard() {
          @Override
          public void starts(List<String> words) {
            throw new InvalidSpecException("command: must not be " + words);
          }

          @Override
          public void reaches(String path, URI address) {
            throw new InvalidSpecException(path + ": must not reach " + address.getHost());
          }
        };
    for (String setting : List.of("schedule", "before")) {
      String at = setting.equals("schedule") ? "at=1s " : "";
      for (String action : List.of("command=(rm -r x)", "http=(GET http://10.0.0.1/)")) {
        RunRequest asked = request(setting, at + action);
        assertThatThrownBy(() -> prepare(asked, guard)).hasMessageContaining("must not");
        assertThatThrownBy(() -> RunControl.resolve(asked, drivers(), guard))
            .hasMessageContaining("must not");
      }
    }
    ActionSpec.Command command =
        new ActionSpec.Command(List.of("touch", folder + "/y"), Duration.ofSeconds(1));
    assertThatThrownBy(() -> new ActionRunner(guard).perform(command))
        .isInstanceOf(InvalidSpecException.class);
    assertThat(folder.resolve("y")).doesNotExist();
  }

  private static Drivers drivers() {
    return Drivers.of(new SimDriver());
  }

  private static void prepare(RunRequest asked, RunGuard guard) {
    RunControl.prepare(
            asked,
            RunRequest.empty(),
            drivers(),
            List.of(),
            new VirtualClock(),
            guard,
            new AloneSeat())
        .close();
  }

  @Test
  void textsOfActionsThatAreWrongAreQuotedWithWhatIsAllowed() {
    for (String wrong :
        List.of(
            "at=1s comand=(a)",
            "at=1s command=nodetool flush",
            "at=1s command=('a)",
            "at=1s command=()",
            "at=1s hook=Flush",
            "at=1s http=(GET ftp://x/)",
            "at=1s hook=flush command=(a)",
            "at=1s hook=flush rate=5",
            "at=1s hook=flush timeout=8d",
            "hook=flush")) {
      assertThatThrownBy(() -> steered(request("schedule", wrong), _ -> {}))
          .as(wrong)
          .isInstanceOf(InvalidSpecException.class)
          .hasMessageStartingWith("schedule: ");
    }
    assertThatThrownBy(() -> ActionText.parseAll("before", "rate=5"))
        .hasMessageContaining("must be actions such as 'hook=flush'");
    assertThat(
            ActionText.parseAll("before", "http=(POST http://a:b@h/x?y=1 text)").getFirst().text())
        .isEqualTo("POST http://***@h/x?***");
  }

  @Test
  void anActionTakesItsTimeInARunInRealTime() throws IOException, InterruptedException {
    try (RunningRun run = RunningRun.begin(Map.of("rate", "100"))) {
      run.awaitRate(100);
      ActionSpec sleep = new ActionSpec.Command(List.of("sleep", "0.3"), Duration.ofMinutes(1));
      run.control().schedule().addIn(Duration.ZERO, null, sleep, "ada");
      RunEvent begin = run.awaitEvent(EventKind.ACTION, "");
      RunEvent end = run.awaitEvent(EventKind.ACTION, "");
      assertThat(begin.text()).isEqualTo("ada starts command sleep 0.3");
      assertThat(known(end.period()).sinceNanos()).isEqualTo(begin.atNanos());
      assertThat(known(end.period()).lengthNanos()).isGreaterThan(300_000_000L);
    }
  }
}
