package org.plimsoll.server.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.report.folder.RunReplay;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;
import org.plimsoll.run.Run;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import tools.jackson.databind.JsonNode;

/**
 * A store that is stalled from 3 s to 6 s, and operations with a timeout of 1 s. Operations
 * intended from 3 s to 5 s get no answer in time. In the seconds that end at 5 and 6 nothing is
 * answered, and the unanswered operations rank above every number.
 */
class HungStoreTest {
  private static final String TARGET = "sim:?service=constant(1ms)&stall-after=3s&stall-for=3s";

  @TempDir Path folder;
  private final History history = new History();

  @BeforeEach
  void run() throws Exception {
    Map<String, String> values =
        Map.of("rate", "100", "for", "10s", "warmup", "0", "timeout", "1s", "seed", "1");
    Drivers drivers = Drivers.of(new SimDriver());
    Run.prepare(
            RunResolver.resolve(RunRequest.of(TARGET, values), drivers).spec(),
            drivers,
            List.of(recording()),
            new VirtualClock())
        .execute();
  }

  private RunListener recording() {
    return new RunListener() {
      private final RunFolder recorder = at(folder.resolve("run"));

      @Override
      public void started(RunStart start) {
        recorder.started(start);
      }

      @Override
      public void interval(Interval interval, Map<String, Histogram> histograms) {
        Map<String, Histogram> lent = new HashMap<>();
        histograms.forEach((tag, histogram) -> lent.put(tag, histogram.copy()));
        recorder.interval(interval, histograms);
        history.add(interval, lent);
      }

      @Override
      public void finished(Summary summary) {
        recorder.finished(summary);
        recorder.close();
      }
    };
  }

  private static RunFolder at(Path path) {
    try {
      return RunFolder.at(path);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static JsonNode response(History its, int points) {
    return ResultJson.mapper()
        .valueToTree(its.between(0, 10_000_000_000L, points).columns("here", "now", null))
        .path("operations")
        .path("all")
        .path("responseNanos");
  }

  private static void showsTheStall(JsonNode response) {
    for (int second = 1; second <= 10; second++) {
      JsonNode p50 = response.path("p50").path(second - 1);
      double unanswered = response.path("unanswered").path(second - 1).asDouble();
      if (second == 5 || second == 6) {
        assertThat(p50.isNull()).as("p50 of second " + second + ": " + p50).isTrue();
        assertThat(unanswered).isBetween(99.0, 101.0);
      } else if (second < 4 || second > 7) {
        assertThat(p50.asDouble()).isBetween(0.9e6, 1.1e6);
        assertThat(unanswered).isZero();
      }
    }
  }

  @Test
  void percentilesAmongUnansweredOperationsAreInfiniteLiveAndFromDisk() throws Exception {
    showsTheStall(response(history, 100));
    History read = new History();
    RunReplay.replay(folder.resolve("run"), read::add);
    showsTheStall(response(read, 100));
  }

  @Test
  void longPointsRankUnansweredOperationsAboveAllOthers() {
    JsonNode whole = response(history, 1);

    // 200 of 1,000: the p50 is among the answered operations, the p90 is not.
    assertThat(whole.path("unanswered").path(0).asDouble()).isBetween(199.0, 201.0);
    assertThat(whole.path("p50").path(0).asDouble()).isBetween(0.9e6, 1.1e6);
    assertThat(whole.path("p90").path(0).isNull()).isTrue();
    assertThat(whole.path("max").path(0).isNull()).isTrue();
    assertThat(whole.path("mean").path(0).isNull()).isTrue();
  }

  @Test
  void theCurveEndsBelowTheUnansweredOperations() {
    // 200 of 1,000 rank above all numbers.
    List<double[]> curve = history.measured().curves().getOrDefault("all/response", List.of());

    assertThat(curve.getLast()[0]).isBetween(79.9, 80.1);
    assertThat(curve.getLast()[1]).isBetween(0.9e9, 1.1e9);
    assertThat(curve.getFirst()[0]).isZero();
  }

  @Test
  void secondsOnDiskHaveTheNumberOfUnansweredOperations() throws Exception {
    long unanswered =
        Files.readAllLines(folder.resolve("run/intervals.jsonl")).stream()
            .map(ResultJson.mapper()::readTree)
            .mapToLong(second -> second.at("/operations/all/unanswered").asLong())
            .sum();

    assertThat(unanswered).isBetween(199L, 201L);
  }
}
