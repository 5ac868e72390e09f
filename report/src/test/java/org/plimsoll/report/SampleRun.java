package org.plimsoll.report;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.JvmFacts;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Pauses;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Rates;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/** A synthetic run with log-normal latencies and a stall, the same for the same seed. */
public final class SampleRun {
  public static final long SECOND = 1_000_000_000L;
  public static final List<String> FLAGS = List.of("-Xmx256m");

  private final Random random;
  private final int perSecond;
  private final Map<String, Histogram> totals = new TreeMap<>();

  public SampleRun(long seed, int perSecond) {
    random = new Random(seed);
    this.perSecond = perSecond;
  }

  public static RunStart start(String name, String target) {
    return new RunStart(
        "a1b2",
        name,
        target,
        Instant.parse("2026-11-21T10:00:00Z"),
        42,
        Map.of("rate", "10k"),
        Collections.emptySortedSet(),
        0);
  }

  public Map<String, Histogram> totals() {
    return totals;
  }

  /** Returns one second of histograms, in nanoseconds; the seconds from 20 to 22 are a stall. */
  public Map<String, Histogram> histograms(int second) {
    Map<String, Histogram> tags = new TreeMap<>();
    double slow = second >= 20 && second < 23 ? 60 : 1;
    for (int i = 0; i < perSecond; i++) {
      String operation = i % 5 == 0 ? "update" : "read";
      long service = (long) (180_000 * Math.exp(0.6 * random.nextGaussian()));
      long lag = (long) (2000 * Math.exp(0.8 * random.nextGaussian()));
      long response = (long) (service * (1 + random.nextDouble() * slow)) + lag;
      record(tags, operation + "/service", service);
      record(tags, operation + "/response", response);
      record(tags, "all/service", service);
      record(tags, "all/response", response);
      record(tags, "dispatch-lag", lag);
    }
    return tags;
  }

  private void record(Map<String, Histogram> tags, String tag, long nanos) {
    tags.computeIfAbsent(tag, t -> new Histogram(3)).recordValue(nanos);
    totals.computeIfAbsent(tag, t -> new Histogram(3)).recordValue(nanos);
  }

  public Interval interval(int second, Phase phase, Map<String, Histogram> tags, long failed) {
    Map<String, Interval.OperationInterval> operations = new TreeMap<>();
    for (String operation : List.of("all", "read", "update")) {
      Histogram service = tags.getOrDefault(operation + "/service", new Histogram(3));
      Histogram response = tags.getOrDefault(operation + "/response", new Histogram(3));
      operations.put(
          operation,
          new Interval.OperationInterval(
              service.getTotalCount(), percentiles(response), percentiles(service)));
    }
    long done = tags.getOrDefault("all/service", new Histogram(3)).getTotalCount();
    return new Interval(
        new Interval.Window((second + 1) * SECOND, SECOND, phase),
        new Interval.LoadInterval(
            perSecond,
            new Rates((double) done + failed, done, (double) done, done * 1000.0),
            12 + random.nextInt(10) + (second >= 20 && second < 23 ? 300 : 0),
            second == 21 ? 150 : 0,
            new Accounting(
                done + failed,
                new Accounting.Answered(done, 0),
                new Accounting.Errors(failed, 0, 0, 0),
                0),
            failed > 0 ? Map.of("connection-refused", failed) : Map.of(),
            operations),
        percentiles(tags.getOrDefault("dispatch-lag", new Histogram(3))),
        new Interval.Health(0.7, 1_200_000, 0, 60_000_000, 0),
        Map.of(),
        null);
  }

  public static Interval.Percentiles percentiles(Histogram h) {
    return new Interval.Percentiles(
        h.getTotalCount(),
        h.getValueAtPercentile(50),
        h.getValueAtPercentile(90),
        h.getValueAtPercentile(99),
        h.getValueAtPercentile(99.9),
        h.getMaxValue());
  }

  /** Plays a number of seconds; the first two are the warm-up. */
  public void play(RunListener listener, int seconds) {
    listener.event(new RunEvent(0, EventKind.PHASE, "warm-up"));
    for (int second = 0; second < seconds; second++) {
      if (second == 2) {
        listener.event(new RunEvent(2 * SECOND, EventKind.PHASE, "measure"));
        totals.clear();
      }
      Map<String, Histogram> tags = histograms(second);
      listener.interval(interval(second, second < 2 ? Phase.WARMUP : Phase.MEASURE, tags, 0), tags);
    }
  }

  public static Latency latency(Histogram h) {
    return new Latency(
        h.getMean(),
        h.getStdDeviation(),
        h.getMinValue(),
        new Latency.Percentiles(
            h.getValueAtPercentile(50),
            h.getValueAtPercentile(90),
            h.getValueAtPercentile(95),
            h.getValueAtPercentile(99),
            h.getValueAtPercentile(99.9),
            h.getValueAtPercentile(99.99)),
        h.getMaxValue(),
        Latency.Missing.NONE);
  }

  public static Latency missing(List<String> censored, List<String> unsupported) {
    return new Latency(
        null,
        null,
        90_000L,
        new Latency.Percentiles(1_234_567L, 27_800_000L, null, null, null, null),
        null,
        new Latency.Missing(censored, censored.isEmpty() ? null : 5 * SECOND, unsupported));
  }

  public static Latency nothing() {
    return new Latency(
        null,
        null,
        null,
        new Latency.Percentiles(null, null, null, null, null, null),
        null,
        Latency.Missing.NONE);
  }

  /** Returns the same summary with the message of its first failure. */
  public static Summary.OperationSummary saying(
      Summary.OperationSummary operation, Map<String, String> messages) {
    return new Summary.OperationSummary(
        operation.counts(),
        operation.throughputPerSecond(),
        operation.failures(),
        messages,
        operation.responseNanos(),
        operation.serviceNanos());
  }

  public static Summary.OperationSummary operation(
      long count, Map<String, Long> failures, @Nullable Latency response, Latency service) {
    return new Summary.OperationSummary(
        new Summary.Counts(count, 0, 0, count, count), count / 28.0, failures, response, service);
  }

  public Map<String, Summary.OperationSummary> operations() {
    Map<String, Summary.OperationSummary> operations = new TreeMap<>();
    for (String name : List.of("all", "read", "update")) {
      Histogram service = histogram(name + "/service");
      operations.put(
          name,
          operation(
              service.getTotalCount(),
              Map.of(),
              latency(histogram(name + "/response")),
              latency(service)));
    }
    return operations;
  }

  public Histogram histogram(String tag) {
    return totals.getOrDefault(tag, new Histogram(3));
  }

  public static Summary.Verdict verdict(
      Validity validity, SloOutcome slo, Summary.Finding... findings) {
    return new Summary.Verdict(validity, slo, List.of(), List.of(findings));
  }

  public static Summary summary(
      RunStart start,
      Summary.LoadInfo load,
      Summary.Verdict verdict,
      Accounting accounting,
      Map<String, Summary.OperationSummary> operations) {
    return summary(start, load, verdict, accounting, operations, Map.of());
  }

  public static Summary summary(
      RunStart start,
      Summary.LoadInfo load,
      Summary.Verdict verdict,
      Accounting accounting,
      Map<String, Summary.OperationSummary> operations,
      Map<String, Latency> driverTimings) {
    return new Summary(
        Summary.SCHEMA,
        new Summary.RunInfo(
            start.id(),
            start.name(),
            start.target(),
            start.startedAt().toString(),
            start.seed(),
            start.spec(),
            start.derived()),
        28 * SECOND,
        verdict,
        new Summary.LoadFigures(
            load,
            accounting,
            rates(accounting.scheduled() / 28.0, accounting.answered().total() / 28.0),
            Summary.Elsewhere.NONE,
            operations,
            nothing(),
            Map.of()),
        new Summary.DriverReport(Map.of(), driverTimings, Map.of("server", "redis 7.0.15")),
        new Summary.GeneratorSummary(
            19.5,
            new Pauses(31, 20_000_000, 3_100_000),
            4.2,
            null,
            740,
            0,
            new JvmFacts("25", FLAGS, "host")),
        Summary.Details.NONE);
  }

  /** Returns the same summary with waits and the driver's own figures. */
  public static Summary with(
      Summary of,
      Map<String, Latency> waits,
      Map<String, Long> counters,
      Map<String, Latency> timings) {
    return new Summary(
        of.schema(),
        of.run(),
        of.elapsedNanos(),
        of.verdict(),
        new Summary.LoadFigures(
            of.figures().load(),
            of.accounting(),
            of.figures().rates(),
            of.figures().elsewhere(),
            of.figures().operations(),
            of.figures().dispatchLagNanos(),
            waits),
        new Summary.DriverReport(counters, timings, of.driver().targetFacts()),
        of.generator(),
        of.details());
  }

  public Summary normal(RunStart start) {
    long done = histogram("all/service").getTotalCount();
    return summary(
        start,
        new Summary.LoadInfo("open", (double) perSecond, null),
        new Summary.Verdict(
            Validity.VALID,
            SloOutcome.FAILED,
            List.of(
                new Summary.SloResult("p99<10ms", SloOutcome.FAILED, 12.3e6),
                new Summary.SloResult("errors<0.1%", SloOutcome.PASSED, 0.0)),
            List.of()),
        new Accounting(done, new Accounting.Answered(done, 0), Accounting.Errors.NONE, 0),
        operations());
  }

  /** Writes a run into {@code args[0]} second by second, as fast as it can, until it is killed. */
  public static void main(String[] args) throws IOException {
    try (RunFolder folder = RunFolder.at(Path.of(args[0]))) {
      RunStart start = start("kill", "sim:");
      folder.started(start);
      SampleRun run = new SampleRun(1, 200);
      for (int second = 0; ; second++) {
        Map<String, Histogram> tags = run.histograms(second);
        folder.interval(run.interval(second, Phase.MEASURE, tags, 0), tags);
        folder.event(new RunEvent(second * SECOND, EventKind.WARNING, "second " + second));
        System.out.println(second);
      }
    }
  }

  public static List<String> command(Path folder) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SampleRun.class.getName(), folder.toString()));
    return command;
  }

  /** Rates of a load that answered everything in time and in the measurement. */
  public static Rates rates(double offered, double answered) {
    return new Rates(offered, answered, answered, 0.0);
  }
}
