package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Shard;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.terminal.Screen;
import org.plimsoll.report.terminal.SummaryTable;
import org.plimsoll.result.Course;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests counts beyond the range of an int and of exact doubles, up to the summary. */
@NullMarked
class LargeCountsTest {
  private static final int MORE = 10;
  private static final int MORE_FAILED = 7;

  private final Map<OperationType, Totals> totals = new HashMap<>();

  /** Odd numbers above 2^53, which a double cannot represent. */
  @ParameterizedTest
  @CsvSource({
    "2147483643, true",
    "2147483643, false",
    "9007199254740987, true",
    "9007199254740987, false"
  })
  void countsAreExactFromTheThreadsToTheJson(long preset, boolean ownThread) throws Exception {
    PhaseRecorder recorder = new PhaseRecorder(Phase.MEASURE, List.of(OperationType.READ));
    onThread(
        ownThread,
        () -> {
          Shard shard = recorder.shard(OperationType.READ);
          shard.count(Counter.SCHEDULED, 2 * preset);
          shard.count(Counter.SUCCEEDED, preset);
          shard.count(Counter.ITEMS, preset);
          shard.count(Counter.ATTEMPTS, preset);
          shard.count(Counter.NOT_SENT, preset);
        });
    collect(recorder);
    for (int i = 0; i < MORE; i++) {
      onThread(
          ownThread,
          () -> {
            Shard shard = recorder.shard(OperationType.READ);
            shard.count(Counter.SCHEDULED);
            shard.answered(Outcome.succeeded(8), true, 0, 100, 1_000);
          });
      collect(recorder);
    }
    for (int i = 0; i < MORE_FAILED; i++) {
      onThread(
          ownThread,
          () -> {
            Shard shard = recorder.shard(OperationType.READ);
            shard.count(Counter.SCHEDULED);
            shard.answered(Outcome.failed(FailureCode.own("refused")), true, 0, 100, 1_000);
          });
    }
    collect(recorder);

    Summary summary = summary();
    String json = ResultJson.mapper().writeValueAsString(summary);
    JsonNode tree = new JsonMapper().readTree(json);
    JsonNode accounting = tree.get("accounting");
    assertThat(accounting.get("scheduled").asString())
        .isEqualTo(String.valueOf(2 * preset + MORE + MORE_FAILED));
    assertThat(accounting.get("succeeded").asString()).isEqualTo(String.valueOf(preset + MORE));
    assertThat(accounting.get("notSent").asString()).isEqualTo(String.valueOf(preset));
    assertThat(accounting.get("failed").asString()).isEqualTo(String.valueOf(MORE_FAILED));
    JsonNode read = tree.get("operations").get("read");
    assertThat(read.get("count").asString()).isEqualTo(String.valueOf(preset + MORE));
    assertThat(read.get("items").asString()).isEqualTo(String.valueOf(preset + MORE));
    assertThat(read.get("attempts").asString())
        .isEqualTo(String.valueOf(preset + MORE + MORE_FAILED));
    assertThat(read.get("failures").get("not-sent").asString()).isEqualTo(String.valueOf(preset));
    assertThat(ResultJson.mapper().readValue(json, Summary.class)).isEqualTo(summary);
    assertThat(SummaryTable.of(summary, null, Screen.PLAIN))
        .contains("%,d".formatted(preset + MORE));
  }

  @ParameterizedTest
  @CsvSource({"2147483643", "9007199254740987"})
  void percentilesOfHugeCountsAreExact(long preset) throws Exception {
    PhaseRecorder recorder = new PhaseRecorder(Phase.MEASURE, List.of(OperationType.READ));
    Shard shard = recorder.shard(OperationType.READ);
    shard.answered(Outcome.succeeded(8), true, 0, 100, 1_000);
    Totals totals = Objects.requireNonNull(recorder.collect().get(OperationType.READ));
    totals.response().recordValueWithCount(1_000, preset);
    totals.response().recordValueWithCount(500, preset);
    Histogram all = PhaseRecorder.sum(Map.of(OperationType.READ, totals)).response();
    assertThat(all.getTotalCount()).isEqualTo(2 * preset + 1);
    Latency latency = Latencies.of(all);
    assertThat(latency.percentiles().p99()).isEqualTo(1_000);
    assertThat(latency.missing().unsupported()).isEmpty();
    // As many unfinished operations rank above all samples: the median is the last sample, and the
    // p90 is unknown.
    Latency censored = Latencies.of(all, preset, 5_000);
    assertThat(censored.percentiles().p50()).isEqualTo(1_000);
    assertThat(censored.missing().censored()).contains("p90", "p99");
  }

  private static void onThread(boolean platform, Runnable work) throws InterruptedException {
    if (platform) {
      work.run();
    } else {
      Thread.ofVirtual().start(work).join();
    }
  }

  private void collect(PhaseRecorder recorder) {
    recorder
        .collect()
        .forEach((type, more) -> totals.computeIfAbsent(type, _ -> new Totals()).add(more));
  }

  private Summary summary() throws Exception {
    Drivers drivers = Drivers.of(new InstantDriver());
    RunSpec spec =
        RunResolver.resolve(
                RunRequest.of("instant:", Map.of("rate", "50k", "mix", "read=1", "seed", "1")),
                drivers)
            .spec();
    DriverMeters meters = new DriverMeters();
    try (OpenTarget target =
        OpenTarget.open(
            drivers,
            spec.target(),
            new RunHost(
                spec,
                new VirtualClock(),
                meters,
                text -> {},
                RunGuard.NONE,
                new TargetNodes(drivers, RunGuard.NONE, new VirtualClock(), (kind, text) -> {})))) {
      Part part =
          new Part(
              spec.loads().getFirst(),
              new Part.Load(EnumSet.of(Model.OPEN), 1, 0, 1_000, 1_000_000_000),
              totals,
              Part.Waiting.none(),
              null,
              null);
      return Summaries.of(
          new Summaries.Inputs(
              spec,
              "id",
              Instant.EPOCH,
              new Summaries.Measurements(
                  List.of(new Measured(1_000_000_000, Machines.NONE, List.of(part), List.of())),
                  false,
                  0,
                  new Confidences(),
                  List.of(),
                  Map.of(),
                  Course.NONE),
              new Observations(new ChangeCounts()),
              target,
              List.of(),
              null));
    }
  }
}
