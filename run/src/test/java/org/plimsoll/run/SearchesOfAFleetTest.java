package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.result.LineKind;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.TuneResult;
import org.plimsoll.run.VirtualFleet.Done;
import org.plimsoll.settings.RunRequest;

/** Tests searches of several generators, whose target has a maximum that is known from formulas. */
final class SearchesOfAFleetTest {
  /** The p99 of an M/M/1 queue with a service time of 50 µs is 1 ms at this rate. */
  private static final double TRUTH = 20_000 - Math.log(100) / 0.001;

  private static RunRequest request(String... settings) {
    Map<String, String> values =
        new LinkedHashMap<>(
            Map.of(
                "slo", "p99<1ms",
                "seed", "7",
                "warmup", "100ms",
                "value-bytes", "10",
                "arrivals", "poisson",
                "rate", "8k",
                "trial", "1s",
                "longest-trial", "8s"));
    for (int i = 0; i < settings.length; i += 2) {
      values.put(settings[i], settings[i + 1]);
    }
    values.values().removeIf(String::isEmpty);
    return RunRequest.of("sim:?server-time=exponential(50us)", values);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void threeGeneratorsFindWhatOneFinds(int seed) {
    List<Done> alone = VirtualFleet.searching(1, request("seed", "" + seed)).run();
    List<Done> three = VirtualFleet.searching(3, request("seed", "" + seed)).run();

    assertThat(List.of(alone.getFirst(), three.getFirst()))
        .extracting(Done::result)
        .allSatisfy(result -> {
          assertThat(result.outcome().line().kind()).isEqualTo(LineKind.FOUND);
          assertThat(result.outcome().line().load()).isCloseTo(TRUTH, within(0.03 * TRUTH));
          assertThat(result.outcome().slo()).isEqualTo(SloOutcome.PASSED);
        });
    assertThat(three).hasSize(3);
    assertEachTellsTheWhole(three);
    assertThat(three).extracting(Done::answered).allMatch(count -> count > 10_000);
  }

  private static void assertEachTellsTheWhole(List<Done> all) {
    TuneResult first = all.getFirst().result();
    for (Done each : all) {
      assertThat(each.result().trials()).isEqualTo(first.trials());
      assertThat(each.result().curve()).isEqualTo(first.curve());
      assertThat(each.result().outcome()).isEqualTo(first.outcome());
      assertThat(each.result().isEnded()).isTrue();
      assertThat(each.summary().accounting()).isEqualTo(all.getFirst().summary().accounting());
    }
  }

  @Test
  void theSummaryIsThatOfTheMaximumOfAllGenerators() {
    List<Done> three = VirtualFleet.searching(3, request("max-rate", "9k")).run();

    TuneResult result = three.getFirst().result();
    assertThat(result.outcome().line().kind()).isEqualTo(LineKind.CAP);
    assertThat(result.outcome().line().load()).isEqualTo(9_000);
    Done one = three.getLast();
    assertThat(one.summary().figures().throughputPerSecond()).isCloseTo(9_000, within(450.0));
    assertThat(one.summary().accounting().scheduled())
        .isEqualTo(one.summary().accounting().ended());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void theOthersContinueWhenAGeneratorIsLost(int lost) {
    VirtualFleet fleet = VirtualFleet.searching(3, request());
    fleet.kill(lost, 12);

    List<Done> left = fleet.run();

    assertThat(left).hasSize(2);
    assertEachTellsTheWhole(left);
    TuneResult.LineResult line = left.getFirst().result().outcome().line();
    assertThat(line.kind()).isEqualTo(LineKind.FOUND);
    assertThat(line.load()).isCloseTo(TRUTH, within(0.03 * TRUTH));
    assertThat(left.getFirst().told())
        .anyMatch(
            each -> each.contains(lost == 0 ? "continues the search" : "is repeated, because"));
    List<Integer> numbers =
        left.getFirst().result().trials().stream().map(TuneResult.TrialResult::number).toList();
    assertThat(numbers).doesNotHaveDuplicates().isSorted();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0})
  void aTrackerOfAFleetFollowsTheMaximumAndEndsAfterItsWindows(int lost) {
    VirtualFleet fleet =
        VirtualFleet.searching(
            3, request("method", "track", "longest-trial", "", "trial", "2s", "for", "80s"));
    if (lost >= 0) {
      fleet.kill(lost, 20);
    }

    List<Done> left = fleet.run();

    assertEachTellsTheWhole(left);
    TuneResult result = left.getFirst().result();
    assertThat(result.trials().getLast().number()).isEqualTo(40);
    assertThat(result.outcome().line().kind()).isEqualTo(LineKind.BAND);
    assertThat(result.outcome().line().load()).isBetween(0.8 * TRUTH, 1.05 * TRUTH);
  }

  @Test
  void workersAreSharedAndTheLoadsOfARampAreThoseOfTheFleet() {
    List<Done> closed =
        VirtualFleet.searching(
                3, request("closed", "true", "rate", "", "arrivals", "", "longest-trial", "4s"))
            .run();
    assertEachTellsTheWhole(closed);
    assertThat(closed.getFirst().result().outcome().line().load()).isBetween(8.0, 12.0);

    List<Done> ramp =
        VirtualFleet.searching(
                3, request("method", "ramp", "rate", "4k", "step", "4k", "longest-trial", ""))
            .run();
    assertEachTellsTheWhole(ramp);
    assertThat(ramp.getFirst().result().outcome().line().load()).isBetween(12_000.0, 16_500.0);
  }
}
