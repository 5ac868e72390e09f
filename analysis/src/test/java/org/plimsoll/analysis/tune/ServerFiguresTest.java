package org.plimsoll.analysis.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.analysis.tune.ServerFigures.ServerFigure;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Interval.LoadInterval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Rates;
import org.plimsoll.result.SweepResult.Unit;

class ServerFiguresTest {
  @Test
  void aFigureIsTheMeanOverTheMeasurementAndTheNodes() {
    List<Interval> intervals =
        List.of(
            second(Phase.WARMUP, Map.of("h.net_bytes/s{node=\"a\"}", 900.0)),
            second(
                Phase.MEASURE,
                Map.of(
                    "h.net_bytes/s{node=\"a\"}", 100.0,
                    "h.net_bytes/s{node=\"b\"}", 300.0,
                    "h.net_bytes/s", 400.0)),
            second(
                Phase.MEASURE, Map.of("h.net_bytes/s{node=\"a\"}", 200.0, "p99_seconds", 0.002)));
    ServerFigures figures =
        ServerFigures.of(
            intervals,
            Map.of(
                "network", Pattern.compile(".*net_bytes/s.*"),
                "latency", Pattern.compile("p99_seconds"),
                "disk", Pattern.compile("disk.*")));
    assertThat(figures.byColumn())
        .containsOnly(
            Map.entry("network", new ServerFigure(225, Unit.BYTES_PER_SECOND)),
            Map.entry("latency", new ServerFigure(2e6, Unit.NANOS)));
    assertThat(figures.values()).containsEntry("latency", 0.002);
    assertThat(figures.metrics()).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource({
    "'jvm.cpu_seconds/s{node=\"a\"}', NUMBER",
    "'host.cpu_ratio{node=\"a_bytes\"}', SHARE",
    "OperatingSystem.ProcessCpuLoad, SHARE",
    "redis.used_memory_bytes, BYTES",
    "cassandra.coordinator_write_p99_seconds, NANOS",
  })
  void theUnitIsThatOfTheName(String metric, Unit unit) {
    assertThat(ServerFigures.unit(metric)).isEqualTo(unit);
  }

  private static Interval second(Phase phase, Map<String, Double> telemetry) {
    return new Interval(
        new Interval.Window(1_000_000_000L, 1_000_000_000L, phase),
        new LoadInterval(
            0,
            new Rates(0.0, 0, 0.0, 0.0),
            0,
            0,
            new Accounting(0, new Accounting.Answered(0, 0), new Accounting.Errors(0, 0, 0, 0), 0),
            Map.of(),
            Map.of()),
        new Interval.Percentiles(0, 0, 0, 0, 0, 0),
        new Interval.Health(0, 0, 0, 0, 0),
        Map.of(),
        null,
        Interval.Verdict.VALID,
        telemetry);
  }
}
