package org.plimsoll.analysis.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.result.LineKind;
import org.plimsoll.result.Stress;
import org.plimsoll.result.TrialOutcome;
import org.plimsoll.result.TuneResult;

/** Tests the search as a function of its trials, with targets that are formulas. */
class BracketSearchTest {
  private static final double LINE = 15_395;
  private static final long SECOND = 1_000_000_000L;

  private final List<Trial> trials = new ArrayList<>();
  private boolean isShort;

  /** The stress of the p99 of an M/M/1 queue, for a bound of 1 ms. */
  private static Stress queue(double load) {
    double stress = Math.exp((load - LINE) * 0.001);
    return new Stress(stress, stress * 0.99, stress * 1.01);
  }

  @Test
  void aSmoothCurveTakesFewTrialsAndTheAnswerIsConfirmed() {
    Line line = search(spec(1_000, Double.POSITIVE_INFINITY), load -> judged(queue(load)));
    assertThat(line.kind()).isEqualTo(LineKind.FOUND);
    assertThat(line.level()).isCloseTo(LINE, within(0.02 * LINE)).isLessThanOrEqualTo(LINE);
    assertThat(line.low()).isLessThanOrEqualTo(LINE);
    assertThat(line.high()).isGreaterThanOrEqualTo(line.level());
    assertThat(trials).hasSizeLessThan(14);
    assertThat(trials.subList(trials.size() - 2, trials.size()))
        .allMatch(trial -> trial.level() == line.level() && trial.passed());
  }

  @Test
  void aCliffIsFoundWithoutACurve() {
    Line line =
        search(
            spec(1_000, Double.POSITIVE_INFINITY),
            load -> judged(load < LINE ? new Stress(0, 0, 0.01) : new Stress(90, 80, 100)));
    assertThat(line.kind()).isEqualTo(LineKind.FOUND);
    assertThat(line.level()).isBetween(0.98 * LINE, LINE);
  }

  @Test
  void aFirstLoadAboveTheLineIsHalvedUntilOnePasses() {
    Line line = search(spec(1_000_000, 2_000_000), load -> judged(queue(load)));
    assertThat(line.level()).isBetween(0.98 * LINE, LINE);
    assertThat(trials.get(1).level()).isEqualTo(500_000);
  }

  @Test
  void theCapIsNeverExceeded() {
    Line line = search(spec(1_000, 10_000), load -> judged(queue(load)));
    assertThat(line.kind()).isEqualTo(LineKind.CAP);
    assertThat(trials).allMatch(trial -> trial.level() <= 10_000);
  }

  @Test
  void spoiledTrialsAreRepeatedAndThenTheLimitOfTheGenerator() {
    Line line =
        search(
            spec(1_000, Double.POSITIVE_INFINITY),
            load ->
                load > 8_500
                    ? new Judged(TrialOutcome.SPOILED, new Stress(50, 40, 60))
                    : judged(queue(load)));
    assertThat(line.kind()).isEqualTo(LineKind.GENERATOR);
    assertThat(line.level()).isBetween(8_300.0, 8_500.0);
    assertThat(line.high()).isInfinite();
    assertThat(trials.stream().filter(trial -> trial.level() == 16_000)).hasSize(3);
  }

  @Test
  void oneSpoiledTrialIsOnlyRepeated() {
    boolean[] spoiled = new boolean[1];
    Line line =
        search(
            spec(1_000, Double.POSITIVE_INFINITY),
            load -> {
              if (load == 4_000 && !spoiled[0]) {
                spoiled[0] = true;
                return new Judged(TrialOutcome.SPOILED, new Stress(50, 40, 60));
              }
              return judged(queue(load));
            });
    assertThat(line.kind()).isEqualTo(LineKind.FOUND);
    assertThat(line.level()).isCloseTo(LINE, within(0.02 * LINE));
  }

  @Test
  void aTargetThatNeverPassesHasNoMaximum() {
    Line line =
        search(spec(1_000, Double.POSITIVE_INFINITY), load -> judged(new Stress(50, 40, 60)));
    assertThat(line.kind()).isEqualTo(LineKind.NONE);
    assertThat(line.level()).isZero();
    assertThat(trials).hasSizeLessThan(20);
  }

  @Test
  void aLoadThatPassedByChanceIsNotConfirmed() {
    SplittableRandom random = new SplittableRandom(3);
    Line line =
        search(
            spec(1_000, Double.POSITIVE_INFINITY),
            load -> {
              double noisy = queue(load).value() * Math.exp(0.3 * random.nextGaussian());
              return judged(new Stress(noisy, noisy * 0.5, noisy * 2));
            });
    assertThat(line.level()).isCloseTo(LINE, within(0.05 * LINE));
  }

  @Test
  void workersAreIntegersAndTheLastTwoAreAdjacent() {
    TuneSpec spec =
        new TuneSpec(
            TuneSpec.Method.SEARCH,
            new TuneSpec.Levels(1, 1_024, 0.02),
            new TuneSpec.Trials(SECOND, 8 * SECOND),
            new TuneSpec.Ramp(1, 0.1),
            0,
            0.01,
            new TuneSpec.Load(true, SECOND, Integer.MAX_VALUE));
    Line line = search(spec, load -> judged(new Stress(load / 10.5, load / 10.6, load / 10.4)));
    assertThat(line.level()).isEqualTo(10);
    assertThat(trials).allMatch(trial -> trial.level() == Math.rint(trial.level()));
  }

  @Test
  void doubtfulFailuresAreRepeatedAFewTimesAndSayWhy() {
    isShort = true;
    search(
        spec(100, 10_000),
        load -> judged(new Stress(load / 1000, load / 1000 - 0.2, load / 1000 + 0.2)));

    Map<Double, Long> again =
        trials.stream()
            .filter(trial -> trial.stage().equals("again"))
            .collect(Collectors.groupingBy(Trial::level, Collectors.counting()));
    assertThat(again).isNotEmpty();
    assertThat(again.values()).allMatch(count -> count <= 2);
    assertThat(trials)
        .filteredOn(trial -> trial.stage().equals("again"))
        .allSatisfy(trial ->
            assertThat(trial.why())
                .matches(
                    "Tried again, because the 95 % interval of trial \\d+ contains the bound;"
                        + " the maximum so far is .*/s.*\\."));
    assertThat(trials)
        .filteredOn(trial -> !trial.stage().equals("again"))
        .allMatch(trial -> trial.why().isEmpty());
  }

  private record Judged(TrialOutcome outcome, Stress stress) {}

  private static Judged judged(Stress stress) {
    return new Judged(stress.value() < 1 ? TrialOutcome.PASSED : TrialOutcome.FAILED, stress);
  }

  private static TuneSpec spec(double first, double most) {
    return new TuneSpec(
        TuneSpec.Method.SEARCH,
        new TuneSpec.Levels(first, most, 0.02),
        new TuneSpec.Trials(SECOND, 8 * SECOND),
        new TuneSpec.Ramp(first, 0.1),
        0,
        0.01,
        new TuneSpec.Load(false, SECOND, Integer.MAX_VALUE));
  }

  private Line search(TuneSpec spec, DoubleFunction<Judged> target) {
    Strategy strategy = Strategy.of(spec);
    while (trials.size() < 200) {
      switch (strategy.next(trials)) {
        case Strategy.Next.Done(Line line) -> {
          return line;
        }
        case Strategy.Next.Try(Attempt attempt) -> {
          Judged judged = target.apply(attempt.level());
          trials.add(
              new Trial(
                  trials.size() + 1,
                  attempt.stage(),
                  attempt.level(),
                  isShort ? attempt.shortestNanos() : attempt.longestNanos(),
                  attempt.level(),
                  new TuneResult.Decision(
                      judged.outcome(),
                      "p99<1ms",
                      judged.stress(),
                      judged.stress().straddles(),
                      ""),
                  null,
                  attempt.why()));
        }
      }
    }
    throw new AssertionError("the search does not end");
  }
}
