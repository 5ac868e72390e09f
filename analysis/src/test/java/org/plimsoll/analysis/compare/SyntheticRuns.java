package org.plimsoll.analysis.compare;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.result.Summary;

/**
 * Runs with known differences. They vary by 3 % from run to run, and in each percentile separately.
 * The runs of two groups alternate.
 */
final class SyntheticRuns {
  private static final List<String> NAMES = List.of("p50", "p90", "p95", "p99", "p999", "p9999");
  private static final List<Double> MILLIS = List.of(1.0, 2.0, 2.5, 4.0, 8.0, 20.0);

  private final ZigguratSampler.NormalizedGaussian normal;
  private final UniformRandomProvider random;
  private int started;

  SyntheticRuns(long seed) {
    random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    normal = ZigguratSampler.NormalizedGaussian.of(random);
  }

  /** The properties of one group of runs. */
  record Kind(
      String target, Map<String, String> settings, double slowdown, String validity, String extra) {
    static final Kind PLAIN = new Kind("sim:", Map.of("rate", "10k"), 1, "valid", "");

    Kind slower(double factor) {
      return new Kind(target, settings, factor, validity, extra);
    }

    Kind with(String setting, String value) {
      Map<String, String> more = new LinkedHashMap<>(settings);
      more.put(setting, value);
      return new Kind(target, more, slowdown, validity, extra);
    }

    Kind judged(String newValidity) {
      return new Kind(target, settings, slowdown, newValidity, extra);
    }

    /** JSON that replaces the p99 of the response time. */
    Kind p99(String json) {
      return new Kind(target, settings, slowdown, validity, json);
    }
  }

  /** Runs of two alternating groups. */
  Map<String, List<ComparedRun>> groups(int runs, Kind a, Kind against) {
    List<ComparedRun> mine = new ArrayList<>();
    List<ComparedRun> others = new ArrayList<>();
    IntStream.range(0, runs)
        .forEach(i -> {
          others.add(run(against));
          mine.add(run(a));
        });
    return Map.of("a", mine, "against", others);
  }

  ComparedRun run(Kind kind) {
    int number = started++;
    double level = Math.exp(0.03 * normal.sample());
    Histogram micros = new Histogram(3);
    for (int i = 0; i < 200; i++) {
      double tail = Math.exp(0.5 * normal.sample());
      micros.recordValue((long) (1000 * level * tail * (tail > 2.5 ? kind.slowdown : 1)));
    }
    String json =
        """
        {"schema": 1,
         "run": {"id": "%1$d", "name": "n", "target": "%2$s", "startedAt": "%3$s", "seed": %1$d,
           "spec": {%4$s}},
         "elapsedNanos": 10000000000,
         "verdict": {"validity": "%5$s", "slo": "none", "objectives": [], "findings": []},
         "load": {"model": "open", "targetPerSecond": 10000, "workers": null},
         "accounting": {"scheduled": 100000, "succeeded": 100000, "notFound": 0, "failed": 0,
           "timedOut": 0, "notSent": 0, "shed": 0, "unfinished": 0},
         "throughputPerSecond": 10000, "bytesPerSecond": 0,
         "operations": {"all": %6$s, "read": %6$s},
         "dispatchLagNanos": {}, "waitNanos": {}, "driverCounters": {}, "driverTimingNanos": {},
         "targetFacts": {},
         "generator": {"cpuSeconds": 1, "pauseNanosMax": 0, "pauseNanosTotal": 0, "pauses": 0,
           "inFlightMean": 1, "scheduleAdherence": 1, "allocatedBytesPerOperation": 0,
           "stealShare": 0, "java": "25", "javaFlags": [], "host": "h"}}
        """
            .formatted(
                number,
                kind.target,
                Instant.parse("2026-11-21T10:00:00Z").plusSeconds(60L * number),
                settings(kind),
                kind.validity,
                operation(kind, level));
    Summary summary = ResultJson.mapper().readValue(json, Summary.class);
    return new ComparedRun("runs/" + number, summary, Map.of("read/response", micros));
  }

  private static String settings(Kind kind) {
    StringBuilder settings = new StringBuilder("\"target\": \"" + kind.target + "\"");
    kind.settings.forEach(
        (name, value) -> settings.append(", \"%s\": \"%s\"".formatted(name, value)));
    return settings.toString();
  }

  private String operation(Kind kind, double level) {
    StringBuilder times = new StringBuilder("\"mean\": 1e6, \"min\": 5000, \"max\": 90000000");
    for (String name : NAMES) {
      boolean tail = name.startsWith("p99");
      double millis = MILLIS.get(NAMES.indexOf(name));
      double nanos =
          millis * 1e6 * level * Math.exp(0.01 * normal.sample()) * (tail ? kind.slowdown : 1);
      if (!name.equals("p99") || kind.extra.isEmpty()) {
        times.append(", \"%s\": %d".formatted(name, (long) nanos));
      }
    }
    times.append(kind.extra.isEmpty() ? "" : ", " + kind.extra);
    double throughput = 10_000 * Math.exp(0.0005 * normal.sample());
    return """
    {"count": 100000, "items": 100000, "attempts": 100000, "throughputPerSecond": %s,
     "failures": {}, "responseNanos": {%s}, "serviceNanos": {"mean": 1e6, "p50": 1000000}}\
    """
        .formatted(throughput, times);
  }
}
