package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.Interval;

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
}
