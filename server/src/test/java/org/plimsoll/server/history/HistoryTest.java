package org.plimsoll.server.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Rates;
import org.plimsoll.result.Validity;
import tools.jackson.databind.JsonNode;

class HistoryTest {
  private static final long SECOND = 1_000_000_000L;

  private static Interval second(int number, Phase phase, double perSecond) {
    long count = (long) perSecond;
    Interval.Percentiles none = new Interval.Percentiles(0, 0, 0, 0, 0, 0);
    return new Interval(
        new Interval.Window(number * SECOND, SECOND, phase),
        new Interval.LoadInterval(
            perSecond,
            new Rates(perSecond, perSecond, perSecond, 0.0),
            number % 10,
            0,
            new Accounting(count, new Accounting.Answered(count, 0), Accounting.Errors.NONE, 0),
            Map.of("timeout", 2L),
            Map.of("all", new Interval.OperationInterval(perSecond, none, none))),
        none,
        new Interval.Health(0.5, number, 0, 1 << 20, 0),
        Map.of(),
        null,
        new Interval.Verdict(number == 15 ? Validity.INVALID : Validity.VALID, List.of()),
        Map.of("redis.used_memory", (double) number));
  }

  private static Map<String, Histogram> latencies(long... nanos) {
    Histogram histogram = new Histogram(3);
    for (long each : nanos) {
      histogram.recordValue(each);
    }
    return Map.of("all/response", histogram);
  }

  private static JsonNode columns(History history, long from, long to, int points) {
    return ResultJson.mapper()
        .valueToTree(
            history.between(from * SECOND, to * SECOND, points).columns("here", "now", null));
  }

  @Test
  void whatComesLateIsAddedToTheSecondOfItsTimeAndToCoarserPoints() {
    History history = new History();
    for (int i = 1; i <= 25; i++) {
      history.add(second(i, Phase.MEASURE, 100), latencies(1_000_000));
    }
    history.addLate(second(22, Phase.MEASURE, 30), latencies(5_000_000, 6_000_000));

    JsonNode seconds = columns(history, 0, 25, 100);
    assertThat(seconds.get("series").get("throughputPerSecond").get(20).asDouble()).isEqualTo(100);
    assertThat(seconds.get("series").get("throughputPerSecond").get(21).asDouble()).isEqualTo(130);
    JsonNode coarse = columns(history, 0, 25, 3);
    assertThat(coarse.get("series").get("throughputPerSecond").get(2).asDouble())
        .isCloseTo(106, within(0.1));
  }

  @Test
  void rangesComeFromTheFinestTierThatFits() {
    History history = new History();
    for (int i = 1; i <= 100; i++) {
      history.add(second(i, Phase.MEASURE, 100), latencies(1_000_000));
    }

    assertThat(columns(history, 0, 100, 100).path("stepSeconds").asInt()).isEqualTo(1);
    assertThat(columns(history, 0, 100, 100).path("at").size()).isEqualTo(100);
    assertThat(columns(history, 0, 100, 99).path("stepSeconds").asInt()).isEqualTo(10);
    assertThat(columns(history, 20, 30, 99).path("at").path(0).asDouble()).isEqualTo(21);
    assertThat(columns(history, 20, 30, 99).path("at").size()).isEqualTo(10);
  }

  @Test
  void longPointsHaveThePercentilesOfAllTheirOperations() {
    History history = new History();
    for (int i = 1; i <= 10; i++) {
      // Nine seconds with one fast operation each, one with a hundred slow ones: the p50 is slow.
      history.add(
          second(i, Phase.MEASURE, 100), i < 10 ? latencies(1_000_000) : latencies(slow(100)));
    }

    JsonNode ten = columns(history, 0, 10, 1);

    assertThat(ten.path("stepSeconds").asInt()).isEqualTo(10);
    assertThat(ten.at("/operations/all/responseNanos/p50/0").asDouble())
        .isCloseTo(50_000_000, within(500_000.0));
  }

  private static long[] slow(int count) {
    long[] nanos = new long[count];
    java.util.Arrays.fill(nanos, 50_000_000);
    return nanos;
  }

  @Test
  void ratesAreAveragedMaximaKeptAndTheWorstValidityWins() {
    History history = new History();
    for (int i = 11; i <= 20; i++) {
      history.add(second(i, Phase.MEASURE, i <= 15 ? 100 : 300), latencies(1_000_000));
    }

    JsonNode ten = columns(history, 10, 20, 1);

    assertThat(ten.at("/series/throughputPerSecond/0").asDouble()).isCloseTo(200, within(0.01));
    assertThat(ten.at("/series/succeeded/0").asDouble()).isCloseTo(200, within(0.01));
    assertThat(ten.at("/series/inFlight/0").asDouble()).isEqualTo(9);
    assertThat(ten.at("/failures/timeout/0").asDouble()).isCloseTo(2, within(0.01));
    assertThat(ten.at("/validity/0").asString()).isEqualTo("invalid");
    assertThat(ten.at("/telemetry/redis.used_memory/0").asDouble()).isEqualTo(15.5);
  }

  @Test
  void pointsDoNotMixPhases() {
    History history = new History();
    for (int i = 1; i <= 5; i++) {
      history.add(second(i, i <= 3 ? Phase.WARMUP : Phase.MEASURE, 100), latencies(1_000_000));
    }

    JsonNode points = columns(history, 0, 5, 1);

    assertThat(points.path("phase").valueStream().map(JsonNode::asString))
        .containsExactly("warmup", "measure");
    assertThat(points.path("at").valueStream().map(JsonNode::asDouble)).containsExactly(3.0, 5.0);
  }

  @Test
  void longRunsHaveFewPointsAndFineOnesForTheLastHours() {
    History history =
        new History(
            List.of(
                new History.Shape(1, 120),
                new History.Shape(10, 60),
                new History.Shape(60, 50),
                new History.Shape(600, 100)));
    Map<String, Histogram> latencies = latencies(1_000_000, 2_000_000);
    int seconds = 6_000;
    for (int i = 1; i <= seconds; i++) {
      history.add(second(i, Phase.MEASURE, 100), latencies);
    }

    JsonNode all = columns(history, 0, seconds, 2_000);
    assertThat(all.path("stepSeconds").asInt()).isEqualTo(600);
    assertThat(all.path("at").size()).isEqualTo(10);
    assertThat(all.path("at").path(0).asDouble()).isEqualTo(600);
    assertThat(all.path("at").path(9).asDouble()).isEqualTo(seconds);
    JsonNode last = columns(history, seconds - 100, seconds, 2_000);
    assertThat(last.path("stepSeconds").asInt()).isEqualTo(1);
    assertThat(last.path("at").size()).isEqualTo(100);
    assertThat(history.pointsHeld()).isLessThanOrEqualTo(120 + 60 + 50 + 10);
  }

  @Test
  void emptyHistoriesAreAnswered() {
    JsonNode none = columns(new History(), 0, 100, 10);

    assertThat(none.path("at").size()).isZero();
    assertThat(none.at("/operations/all").isObject()).isTrue();
  }

  @Test
  void aHighPercentileOfFewOperationsIsNotTheMaximum() {
    History history = new History();
    history.add(second(1, Phase.MEASURE, 100), latencies(slow(100)));
    history.add(second(2, Phase.MEASURE, 1_000), latencies(slow(1_000)));

    JsonNode times = columns(history, 0, 2, 2).at("/operations/all/responseNanos");

    assertThat(times.at("/p99/0").isNumber()).isTrue();
    assertThat(times.at("/p999/0").isNull()).isTrue();
    assertThat(times.at("/p999/1").isNumber()).isTrue();
    assertThat(times.at("/p9999/1").isNull()).isTrue();
    assertThat(times.at("/max/0").isNumber()).isTrue();
  }

  @Test
  void curvesHaveThePercentilesOfResults() {
    Histogram nanos = new Histogram(3);
    for (int i = 1; i <= 10_000; i++) {
      nanos.recordValue(i * 1_000L);
    }
    Distribution distribution = new Distribution();
    distribution.add(Map.of("all/response", nanos));

    List<double[]> curve = distribution.curves().getOrDefault("all/response", List.of());

    assertThat(curve)
        .anyMatch(point -> point[0] == 99 && point[1] == nanos.getValueAtPercentile(99))
        .isSortedAccordingTo(Comparator.comparingDouble((double[] point) -> point[0]))
        .isSortedAccordingTo(Comparator.comparingDouble((double[] point) -> point[1]));
  }

  private static Interval with(Interval plain, Interval.Observed observed) {
    return new Interval(
        plain.window(),
        plain.figures(),
        plain.dispatchLagNanos(),
        plain.health(),
        plain.scenarios(),
        plain.probe(),
        plain.verdict(),
        observed);
  }

  @Test
  void countersArePerSecondAndReadingsOfALongPointAreTheirMeanOrTheHighestPercentile() {
    History history = new History();
    for (int i = 1; i <= 20; i++) {
      Map<String, Long> counts = i > 5 ? Map.of("cache-hits", (long) i) : Map.of();
      Map<String, Double> read =
          i % 5 == 0
              ? Map.of("redis.keyspace_hits/s", 100.0 * i, "cassandra.read_p99_seconds", 1.0 / i)
              : Map.of();
      history.add(
          with(second(i, Phase.MEASURE, 100), new Interval.Observed(counts, read)), Map.of());
    }

    JsonNode seconds = columns(history, 0, 20, 100);
    assertThat(seconds.at("/counters/cache-hits/4").asDouble()).isZero();
    assertThat(seconds.at("/counters/cache-hits/9").asDouble()).isEqualTo(10);
    assertThat(seconds.at("/telemetry/redis.keyspace_hits~1s/4").asDouble()).isEqualTo(500);
    assertThat(seconds.at("/telemetry/redis.keyspace_hits~1s/5").isNull()).isTrue();

    JsonNode tens = columns(history, 0, 20, 2);
    assertThat(tens.at("/counters/cache-hits/0").asDouble()).isCloseTo(4.0, within(1e-6));
    assertThat(tens.at("/telemetry/redis.keyspace_hits~1s/0").asDouble()).isEqualTo(750);
    assertThat(tens.at("/telemetry/cassandra.read_p99_seconds/0").asDouble())
        .isCloseTo(0.2, within(1e-6));
  }

  @Test
  void namesOfSeriesAreBounded() {
    History history = new History();
    for (int i = 1; i <= 2_000; i++) {
      history.add(
          with(
              second(i, Phase.MEASURE, 100),
              new Interval.Observed(Map.of(), Map.of("x.name_" + i, 1.0))),
          Map.of());
    }

    assertThat(columns(history, 0, 2_000, 2_000).path("telemetry").size())
        .isEqualTo(SeriesTable.NAMES_MAX);
  }
}
