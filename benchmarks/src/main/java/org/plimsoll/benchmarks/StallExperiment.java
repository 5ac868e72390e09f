package org.plimsoll.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.Summary;
import org.plimsoll.run.Run;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/**
 * Runs one load on a server that stalls once for a second: the experiment of Friedrich, Wingerath
 * and Ritter (Coordinated Omission in NoSQL Database Benchmarking, BTW 2017). Its result is known.
 *
 * <p>λ operations a second arrive, the server completes at most μ of them, ρ = λ/μ, and it stalls
 * for D seconds. Operation k after the start of the stall waits D − (1 − ρ)·k/λ, until k = λD/(1 −
 * ρ). The other operations do not wait. For N operations:
 *
 * <pre>mean = λD² / (2(1 − ρ)N)
 * p(q) = D − (1 − ρ)·N(1 − q)/λ    for N(1 − q) ≤ λD/(1 − ρ)</pre>
 */
final class StallExperiment {
  static final long OPERATIONS = 90_000;
  static final double RATE = 1_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final double maxThroughput;
  private final boolean virtual;

  /**
   * @param maxThroughput maximum throughput of the server
   * @param virtual whether time is virtual; else each run takes a minute and a half
   */
  StallExperiment(double maxThroughput, boolean virtual) {
    this.maxThroughput = maxThroughput;
    this.virtual = virtual;
  }

  /**
   * The result of a run.
   *
   * @param response response times of all operations, in nanoseconds; {@code service} likewise
   */
  record Result(
      Summary summary,
      Histogram response,
      Histogram service,
      List<Interval> intervals,
      List<RunEvent> events) {
    /** Returns the p99 of each interval in which operations ended. */
    List<Double> p99(boolean ofResponse) {
      return intervals.stream()
          .map(each -> each.figures().operations())
          .map(operations -> operations.get("all"))
          .map(all ->
              all == null ? 0.0 : ofResponse ? p99(all.responseNanos()) : p99(all.serviceNanos()))
          .toList();
    }

    private static double p99(Interval.Percentiles percentiles) {
      return Math.max(500, percentiles.p99());
    }

    List<Double> ends() {
      return intervals.stream().map(interval -> (double) interval.window().atNanos()).toList();
    }
  }

  /** Runs an open load: each operation starts when it is due. */
  Result open() throws Exception {
    return run(Map.of("rate", text(RATE)));
  }

  /**
   * Runs workers that follow the schedule as far as they can. Its service time is what a closed
   * loop with a target rate reports. Its response time includes the waiting time of the operations.
   */
  Result paced(int workers) throws Exception {
    return run(Map.of("rate", text(RATE), "workers", String.valueOf(workers), "model", "paced"));
  }

  /** Runs workers as fast as they can. */
  Result closed(int workers) throws Exception {
    return run(Map.of("workers", String.valueOf(workers)));
  }

  /** Returns the theoretical mean of the open load, in seconds. */
  double theoryMean() {
    return RATE / (2 * (1 - utilization()) * OPERATIONS);
  }

  /** Returns the theoretical quantile of the open load, in seconds. */
  double theoryQuantile(double q) {
    return Math.max(0, 1 - (1 - utilization()) * OPERATIONS * (1 - q) / RATE);
  }

  double utilization() {
    return RATE / maxThroughput;
  }

  private Result run(Map<String, String> load) throws Exception {
    Map<String, String> values = new LinkedHashMap<>(load);
    values.put("mix", "read=100");
    values.put("warmup", "0");
    values.put("ops", String.valueOf(OPERATIONS));
    values.put("seed", "1");
    return run(
        "sim:?max-throughput=" + text(maxThroughput) + "&stall-after=30s&stall-for=1s",
        values,
        virtual);
  }

  /** Runs one spec, and collects its histograms, intervals and events. */
  static Result run(String target, Map<String, String> values, boolean virtual) throws Exception {
    Drivers drivers = Drivers.of(new SimDriver());
    RunSpec spec = RunResolver.resolve(RunRequest.of(target, values), drivers).spec();
    Histogram response = new Histogram(3);
    Histogram service = new Histogram(3);
    List<Interval> intervals = new ArrayList<>();
    List<RunEvent> events = new ArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public void interval(Interval interval, Map<String, Histogram> histograms) {
            intervals.add(interval);
            add(response, histograms.get("all/response"));
            add(service, histograms.get("all/service"));
          }

          @Override
          public void event(RunEvent event) {
            events.add(event);
          }
        };
    Clock clock = virtual ? new VirtualClock() : Clock.system();
    Summary summary = Run.prepare(spec, drivers, List.of(listener), clock).execute();
    return new Result(summary, response, service, intervals, events);
  }

  private static void add(Histogram to, @Nullable Histogram interval) {
    if (interval != null) {
      to.add(interval);
    }
  }

  private static String text(double perSecond) {
    return String.valueOf(perSecond);
  }

  static double seconds(double nanos) {
    return nanos / NANOS_PER_SECOND;
  }
}
