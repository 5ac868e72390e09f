package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.result.Summary;
import org.plimsoll.run.WatchedDriver.Sent;
import org.plimsoll.settings.RunRequest;

/** Tests a load that is read from a file of requests. */
class RequestsInVirtualTimeTest extends VirtualRuns {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    file =
        Files.writeString(
            folder.resolve("day.jsonl"),
            """
            {"op": "read", "key": "a"}
            {"op": "update", "key": "b", "value": "x"}
            {"op": "insert", "key": "c", "bytes": 10}
            {"op": "read", "key": "b"}
            {"op": "read-modify-write", "key": "a"}
            """);
  }

  @Test
  void requestsReachTheTargetInTheOrderOfTheFile() throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary = run(target, "workers=1 ops=500 requests=" + file);

    List<Sent> sent = target.sent();
    assertThat(sent).hasSize(600);
    for (int i = 0; i < sent.size(); i += 6) {
      assertThat(sent.subList(i, i + 6))
          .extracting(each -> each.type() + each.key())
          .containsExactly("read0", "update1", "insert2", "read1", "read0", "update0");
    }
    assertThat(sent.get(1).row()).isEqualTo(sent.get(7).row()).isNotEqualTo(sent.get(2).row());
    assertThat(summary.figures().operations())
        .containsOnlyKeys("all", "read", "update", "insert", "read-modify-write");
    assertThat(known(summary.figures().operations().get("read")).counts().answered())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rate=1k", "rate=1k model=paced workers=3", "workers=7"})
  void eachTransactionIsAccountedForInEveryModel(String load) throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary = run(target, load + " ops=500 requests=replay(" + file + ")");

    assertThat(summary.accounting().answered().succeeded()).isEqualTo(500);
    for (String each : List.of("update", "insert", "read-modify-write")) {
      assertThat(known(summary.figures().operations().get(each)).counts().answered())
          .isEqualTo(100);
    }
    assertThat(target.count()).isEqualTo(600);
  }

  @Test
  void shedTransactionsAreCountedAndOthersContinue() throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary =
        run(
            target,
            "rate=500 max-in-flight=2 when-full=shed ops=1000 requests=drawn(" + file + ")");

    assertThat(summary.accounting().errors().shed()).isPositive();
    assertThat(summary.accounting().ended()).isEqualTo(1_000);
    long insertsShed =
        known(summary.figures().operations().get("insert")).failures().getOrDefault("shed", 0L);
    assertThat(
            known(summary.figures().operations().get("insert")).counts().answered() + insertsShed)
        .isBetween(150L, 250L);
  }

  @Test
  void eachScenarioReplaysItsOwn() throws Exception {
    Path other = Files.writeString(folder.resolve("scan.jsonl"), "{\"op\":\"scan\",\"key\":\"z\"}");
    RunRequest request =
        RunRequest.of("sim:", Map.of("warmup", "0", "for", "1s"))
            .withScenarios(
                "day/rate=100", "day/requests=" + file, "audit/rate=10", "audit/requests=" + other);
    Summary summary = run(new SimDriver(), request, run -> {});

    assertThat(known(summary.details().scenarios().get("audit")).figures().operations())
        .containsOnlyKeys("all", "scan");
    assertThat(known(summary.figures().operations().get("update")).counts().answered())
        .isEqualTo(20);
  }

  private Summary run(WatchedDriver target, String settings) throws Exception {
    Map<String, String> values = new HashMap<>(Map.of("warmup", "0", "seed", "5"));
    for (String setting : settings.split(" ", -1)) {
      int equals = setting.indexOf('=');
      values.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return run(target, RunRequest.of("sim:?service=constant(10ms)", values), run -> {});
  }
}
