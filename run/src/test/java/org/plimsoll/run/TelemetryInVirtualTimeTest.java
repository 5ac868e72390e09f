package org.plimsoll.run;

import static java.util.Collections.singletonMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.CountedPart;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunRequest;

class TelemetryInVirtualTimeTest extends VirtualRuns {
  @Test
  void telemetryShowsAGrowingQueue() throws Exception {
    run(
        "sim:?max-throughput=1000",
        Map.of(
            "rate", "1100", "for", "20s", "warmup", "0", "timeout", "1m", "telemetry-every", "2s"),
        _ -> {});

    List<Interval> read =
        intervals().stream().filter(interval -> !interval.telemetry().isEmpty()).toList();
    assertThat(read).hasSizeBetween(9, 13);
    // 100 operations per second too many make the queue grow by 0.1 s each second.
    Interval tenth =
        read.stream()
            .filter(interval -> interval.window().atNanos() >= 10_000_000_000L)
            .findFirst()
            .orElseThrow();
    double seconds = tenth.window().atNanos() / 1e9;
    assertThat(Objects.requireNonNull(tenth.telemetry().get("sim.queue_seconds")))
        .isBetween(seconds * 0.1 - 0.15, seconds * 0.1 + 0.05);
  }

  @Test
  void nothingIsReadIfTelemetryIsOff() throws Exception {
    run(
        "sim:?max-throughput=1000",
        Map.of("rate", "500", "for", "8s", "warmup", "0", "telemetry", "none"),
        _ -> {});

    assertThat(intervals()).hasSizeGreaterThan(7).allMatch(i -> i.telemetry().isEmpty());
  }

  @Test
  void telemetryIsTurnedOffAndOnDuringARun() throws Exception {
    Map<String, String> values = Map.of("rate", "500", "for", "30s", "telemetry-every", "1s");
    steered(
        RunRequest.of("sim:?max-throughput=1000", values),
        control -> {
          at(10_000, () -> control.change(Map.of("telemetry", "none"), "test"));
          at(20_000, () -> control.change(singletonMap("telemetry", null), "test"));
        });

    Map<Boolean, List<Long>> seconds =
        intervals().stream()
            .collect(
                Collectors.partitioningBy(
                    interval -> interval.telemetry().isEmpty(),
                    Collectors.mapping(
                        interval -> interval.window().atNanos() / 1_000_000_000,
                        Collectors.toList())));
    assertThat(seconds.get(true))
        .filteredOn(second -> second >= 2)
        .allMatch(s -> s >= 10 && s < 22);
    assertThat(seconds.get(false)).noneMatch(second -> second >= 12 && second < 20);
    assertThat(seconds.get(false)).hasSizeGreaterThan(12);
  }

  @Test
  void whatTheDriverCountsHasTimePhasesAndPartsBetweenChanges() throws Exception {
    Summary summary =
        steered(
            RunRequest.of(
                "sim:?staleness=300ms",
                Map.of(
                    "rate",
                    "200",
                    "for",
                    "20s",
                    "warmup",
                    "5s",
                    "keys",
                    "20",
                    "schedule",
                    "at=10s rate=800")),
            _ -> {});

    Map<Phase, Long> stale = new EnumMap<>(Phase.class);
    for (Interval interval : intervals()) {
      stale.merge(
          interval.window().phase(),
          interval.counters().getOrDefault("stale-reads", 0L),
          Long::sum);
    }
    assertThat(stale.get(Phase.WARMUP)).isPositive();
    Summary.DriverReport driver = summary.driver();
    assertThat(driver.counters().get("stale-reads"))
        .isEqualTo(stale.getOrDefault(Phase.MEASURE, 0L) + stale.getOrDefault(Phase.DRAIN, 0L));
    driver
        .inTime()
        .byPhase()
        .forEach((phase, counts) ->
            assertThat(counts.getOrDefault("stale-reads", 0L)).isEqualTo(stale.get(phase)));

    List<CountedPart> parts = driver.inTime().byPart();
    assertThat(parts).hasSize(2);
    assertThat(parts.getFirst().change()).isEmpty();
    assertThat(parts.getLast().change()).contains("rate", "800");
    assertThat(parts.getLast().fromNanos()).isEqualTo(15_000_000_000L);
    assertThat(perSecond(parts.getLast())).isGreaterThan(4 * perSecond(parts.getFirst()));
  }

  private static double perSecond(CountedPart part) {
    return part.counters().getOrDefault("stale-reads", 0L) / (part.lengthNanos() / 1e9);
  }
}
