package org.plimsoll.metrics;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Interval.LoadInterval;
import org.plimsoll.result.Interval.OperationInterval;
import org.plimsoll.result.Interval.Percentiles;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Rates;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;
import tools.jackson.databind.json.JsonMapper;

/** Intervals of a simulated run with known counts. */
final class SampleSeconds {
  static final String TARGET = "sim:?latency=1ms";
  private static final long SECOND = 1_000_000_000L;
  private static final Percentiles NONE = new Percentiles(0, 0, 0, 0, 0, 0);

  private SampleSeconds() {}

  static RunStart start(String id) {
    return new RunStart(
        id,
        "sample",
        TARGET,
        Instant.parse("2026-11-21T10:00:00Z"),
        1,
        Map.of(),
        Collections.emptySortedSet(),
        0);
  }

  /**
   * 900 reads of 1 ms and 100 updates of 20 ms, 7 timed out, 3 failed, 40 hits, and one reading.
   */
  static Interval interval(int second) {
    return interval(second, Map.of(), Map.of("sim.queued", 12.0));
  }

  static Interval interval(
      int second, Map<String, LoadInterval> scenarios, Map<String, Double> telemetry) {
    return new Interval(
        new Interval.Window(second * SECOND, SECOND, Phase.MEASURE),
        new Interval.LoadInterval(
            1010,
            new Rates(1010.0, 1000, 1000.0, 100_000.0),
            25,
            2,
            ends(),
            Map.of("reset", 3L),
            Map.of("all", new OperationInterval(1000, NONE, NONE))),
        NONE,
        new Interval.Health(0.5, 1_500_000, 0.01, 60_000_000, 0),
        scenarios,
        null,
        Interval.Verdict.VALID,
        new Interval.Observed(Map.of("cache-hits", 40L), telemetry));
  }

  static LoadInterval scenario() {
    return new LoadInterval(
        1010, new Rates(1010.0, 1000, 1000.0, null), 25, 2, ends(), Map.of("reset", 3L), Map.of());
  }

  private static Accounting ends() {
    return new Accounting(
        1010, new Accounting.Answered(990, 10), new Accounting.Errors(3, 7, 0, 0), 0);
  }

  static Map<String, Histogram> histograms(String path) {
    Map<String, Histogram> tags = new LinkedHashMap<>();
    for (String kind : List.of("response", "service")) {
      Histogram reads = of(1_000_000, 900);
      Histogram updates = of(20_000_000, 100);
      Histogram all = reads.copy();
      all.add(updates);
      tags.put(path + "all/" + kind, all);
      tags.put(path + "read/" + kind, reads);
      tags.put(path + "update/" + kind, updates);
    }
    return tags;
  }

  static Map<String, Histogram> histograms() {
    Map<String, Histogram> tags = histograms("");
    tags.put("dispatch-lag", of(2_000, 1000));
    return tags;
  }

  /** A summary without figures. */
  static Summary summary() {
    return JsonMapper.shared()
        .readValue(
            "{\"schema\":1,\"elapsedNanos\":1,\"throughputPerSecond\":0,\"bytesPerSecond\":0}",
            Summary.class);
  }

  static Histogram of(long nanos, long count) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(nanos, count);
    return histogram;
  }
}
