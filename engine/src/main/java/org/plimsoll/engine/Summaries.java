package org.plimsoll.engine;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.measure.Health;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.report.Latencies;
import org.plimsoll.engine.report.Summary;
import org.plimsoll.engine.report.Summary.Finding;
import org.plimsoll.engine.report.Summary.Latency;
import org.plimsoll.engine.report.Summary.OperationSummary;
import org.plimsoll.engine.report.Summary.SloResult;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.verdict.Objectives;
import org.plimsoll.engine.verdict.SelfCheck;

/** Makes the summary of a run of what was measured. */
final class Summaries {
  private static final double NANOS_PER_SECOND = 1e9;

  private Summaries() {}

  /**
   * All that a summary is made of.
   *
   * @param elapsedNanos length of the phase, without its drain
   * @param totals by operation, of the operations intended in the phase
   * @param fillOnly whether the phase was a fill
   * @param begin the generator's condition at the begin of the phase, {@code end} at its end
   */
  record Inputs(
      RunSpec spec,
      String id,
      Instant startedAt,
      Parameters parameters,
      long elapsedNanos,
      Map<OperationType, Totals> totals,
      boolean fillOnly,
      Waits waits,
      DriverMeters meters,
      OpenTarget target,
      Health.Reading begin,
      Health.Reading end,
      long pauseNanosMax,
      int inFlightMaximum) {
    boolean closed() {
      return fillOnly || parameters.model() == Model.CLOSED;
    }

    double seconds() {
      return elapsedNanos / NANOS_PER_SECOND;
    }
  }

  static Summary of(Inputs in) {
    Totals all = PhaseRecorder.sum(in.totals());
    Map<String, OperationSummary> operations = new LinkedHashMap<>();
    operations.put("all", operation(all, in));
    in.totals()
        .forEach((type, totals) -> {
          if (totals.count(Counter.SCHEDULED) > 0) {
            operations.put(type.name(), operation(totals, in));
          }
        });
    Map<String, Latency> waits = new LinkedHashMap<>();
    in.waits().totals().forEach((cause, histogram) -> waits.put(cause, Latencies.of(histogram)));
    Map<String, Latency> timings = new LinkedHashMap<>();
    in.meters().durations().forEach((name, h) -> timings.put(name, Latencies.of(h)));
    Parameters now = in.parameters();
    boolean closed = in.closed();
    return new Summary(
        Summary.SCHEMA,
        new Summary.RunInfo(
            in.id(),
            in.spec().name(),
            in.spec().target().uri(),
            in.startedAt().truncatedTo(ChronoUnit.MILLIS).toString(),
            in.spec().seed(),
            in.spec().resolved()),
        in.elapsedNanos(),
        verdict(in, all, operations),
        new Summary.LoadInfo(
            (in.fillOnly() ? "closed" : now.model().name().toLowerCase(java.util.Locale.ROOT)),
            closed ? null : (Double) now.ratePerSecond(),
            now.workers() == 0 ? null : (Integer) now.workers()),
        accounting(all),
        all.answered() / in.seconds(),
        all.count(Counter.BYTES) / in.seconds(),
        operations,
        Latencies.of(all.lag()),
        waits,
        in.meters().counts(),
        timings,
        in.target().client().facts(),
        generator(in, all));
  }

  static Summary.Accounting accounting(Totals totals) {
    return new Summary.Accounting(
        totals.count(Counter.SCHEDULED),
        totals.count(Counter.SUCCEEDED),
        totals.count(Counter.NOT_FOUND),
        totals.count(Counter.FAILED),
        totals.count(Counter.TIMED_OUT),
        totals.count(Counter.NOT_SENT),
        totals.count(Counter.SHED),
        totals.count(Counter.UNFINISHED));
  }

  /** Everything that is not an answer, by code. */
  static Map<String, Long> failures(Totals totals) {
    Map<String, Long> failures = new TreeMap<>();
    totals.failures().forEach((code, count) -> addPositive(failures, code, count));
    addPositive(failures, "timeout", totals.count(Counter.TIMED_OUT));
    addPositive(failures, "not-sent", totals.count(Counter.NOT_SENT));
    addPositive(failures, "shed", totals.count(Counter.SHED));
    addPositive(failures, "unfinished", totals.count(Counter.UNFINISHED));
    return failures;
  }

  private static void addPositive(Map<String, Long> failures, String code, long count) {
    if (count > 0) {
      failures.merge(code, count, Long::sum);
    }
  }

  private static OperationSummary operation(Totals totals, Inputs in) {
    long timeoutNanos = in.parameters().timeoutNanos();
    long unanswered = totals.count(Counter.TIMED_OUT) + totals.count(Counter.UNFINISHED);
    return new OperationSummary(
        totals.answered(),
        totals.count(Counter.ITEMS),
        totals.count(Counter.ATTEMPTS),
        totals.answered() / in.seconds(),
        failures(totals),
        in.closed() ? null : Latencies.of(totals.response(), totals.censored(), timeoutNanos),
        Latencies.of(totals.service(), unanswered, timeoutNanos));
  }

  private static Summary.Verdict verdict(
      Inputs in, Totals all, Map<String, OperationSummary> operations) {
    List<Finding> findings = new ArrayList<>(SelfCheck.findings(evidence(in, all)));
    if (all.count(Counter.SUCCEEDED) == 0 && all.count(Counter.SCHEDULED) > 0) {
      findings.add(new Finding("nothing-succeeded", "invalid", "Not one operation succeeded."));
    }
    List<SloResult> objectives =
        Objectives.judge(in.spec().slos(), name -> observed(name, in, all, operations));
    return new Summary.Verdict(
        SelfCheck.validity(findings), Objectives.overall(objectives), objectives, findings);
  }

  private static Objectives.Observed observed(
      String name, Inputs in, Totals all, Map<String, OperationSummary> operations) {
    Totals totals = all;
    if (!name.equals("all")) {
      totals = new Totals();
      for (Map.Entry<OperationType, Totals> entry : in.totals().entrySet()) {
        if (entry.getKey().name().equals(name)) {
          totals = entry.getValue();
        }
      }
    }
    long scheduled = totals.count(Counter.SCHEDULED);
    @Nullable OperationSummary operation = scheduled == 0 ? null : operations.get(name);
    double errors = scheduled == 0 ? 0 : 1 - (double) totals.answered() / scheduled;
    return new Objectives.Observed(operation, errors, totals.answered() / in.seconds());
  }

  private static SelfCheck.Evidence evidence(Inputs in, Totals all) {
    Histogram lag = in.waits().totals().getOrDefault("generator", all.lag());
    Histogram shown = in.closed() ? all.service() : all.response();
    boolean any = lag.getTotalCount() > 0 && shown.getTotalCount() > 0 && !in.closed();
    Parameters now = in.parameters();
    int cores = Runtime.getRuntime().availableProcessors();
    var capabilities = in.target().driver().capabilities();
    return new SelfCheck.Evidence(
        now.model(),
        all.count(Counter.SCHEDULED),
        in.waits().arrivalsAtBound() + in.waits().arrivalsWithoutSession(),
        all.count(Counter.SHED),
        all.count(Counter.NOT_SENT),
        in.waits().arrivalsAtBound(),
        now.model() == Model.PACED ? now.workers() : now.maxInFlight(),
        any ? lag.getValueAtPercentile(50) : 0,
        any ? lag.getValueAtPercentile(99) : 0,
        any ? shown.getValueAtPercentile(50) : 0,
        any ? shown.getValueAtPercentile(99) : 0,
        (double) (in.end().cpuNanos() - in.begin().cpuNanos()) / in.elapsedNanos() / cores,
        capabilities.contains(Capability.EMBEDDED) || capabilities.contains(Capability.SIMULATED),
        in.end().stealShareSince(in.begin()),
        (double) (in.end().pauseNanosTotal() - in.begin().pauseNanosTotal()) / in.elapsedNanos(),
        in.pauseNanosMax());
  }

  private static Summary.GeneratorSummary generator(Inputs in, Totals all) {
    long operations = Math.max(1, all.ended());
    return new Summary.GeneratorSummary(
        (in.end().cpuNanos() - in.begin().cpuNanos()) / NANOS_PER_SECOND,
        in.pauseNanosMax(),
        in.end().pauseNanosTotal() - in.begin().pauseNanosTotal(),
        (double) (in.end().allocatedBytes() - in.begin().allocatedBytes()) / operations,
        in.end().stealShareSince(in.begin()),
        Runtime.version().toString(),
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> flag.startsWith("-X"))
            .toList(),
        hostName());
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
