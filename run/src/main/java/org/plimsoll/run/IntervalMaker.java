package org.plimsoll.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.verdict.Elasticity;
import org.plimsoll.analysis.verdict.Findings;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.FirstFailure;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Interval.LoadInterval;
import org.plimsoll.result.Interval.OperationInterval;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.TargetHealth;

/**
 * Adds up the records of each scenario since the last second: all loads together, each named load,
 * and the probe.
 */
final class IntervalMaker {
  private final long nowNanos;
  private final double seconds;
  private final Map<OperationType, Totals> byType = new LinkedHashMap<>();
  private final Map<String, Apart> byScenario = new LinkedHashMap<>();
  private final List<Said> firstFailures = new ArrayList<>();
  private final List<Heard> loads = new ArrayList<>();
  private final Histogram generatorLag = new Histogram(3);
  private final Map<String, LoadInterval> scenarios = new LinkedHashMap<>();
  private final Map<String, Histogram> histograms = new LinkedHashMap<>();
  private @Nullable LoadInterval probe;
  private double targetPerSecond;
  private int inFlight;
  private int backlog;
  private boolean closed;
  private boolean scheduled;

  /**
   * The figures of a scenario for the check of the interval.
   *
   * @param lag lag of the arrivals that were handled
   */
  record Heard(Scenario scenario, Totals all, Histogram lag) {}

  private record Apart(Map<OperationType, Totals> byType, boolean closed) {}

  /**
   * What ended of an operation.
   *
   * @param hasResponse whether it has response times, besides service times
   */
  record Named(Totals totals, boolean hasResponse) {}

  IntervalMaker(long nowNanos, double seconds) {
    this.nowNanos = nowNanos;
    this.seconds = seconds;
  }

  /** Adds the records of a scenario. */
  void add(Scenario scenario) {
    Map<OperationType, Totals> mine = scenario.recording().collect();
    mine.values()
        .removeIf(totals ->
            totals.ended()
                    + totals.late()
                    + totals.count(Counter.SCHEDULED)
                    + totals.count(Counter.CLIENT_CACHED)
                == 0);
    String path = scenario.spec().isNamed() ? scenario.name() + "/" : "";
    mine.forEach((type, totals) ->
        totals
            .firstFailures()
            .forEach(
                (code, first) -> firstFailures.add(new Said(path + type.name(), code, first))));
    Histogram lag = scenario.waits().collect();
    boolean isClosed = scenario.parameters().model() == Model.CLOSED;
    if (scenario.spec().isNamed()) {
      byScenario.put(scenario.name(), new Apart(mine, isClosed));
    }
    if (scenario.isProbe()) {
      probe = apart(scenario, mine);
      return;
    }
    if (scenario.spec().isNamed()) {
      scenarios.put(scenario.name(), apart(scenario, mine));
    }
    Part.addAll(byType, mine);
    loads.add(new Heard(scenario, PhaseRecorder.sum(mine), lag));
    generatorLag.add(lag);
    targetPerSecond += scenario.targetPerSecond(nowNanos);
    inFlight += scenario.sessions().inFlight();
    backlog += scenario.backlog();
    closed |= isClosed;
    scheduled |= !isClosed;
  }

  /** Whether some operations have an intended start and others do not. */
  private boolean isMixed() {
    return closed && scheduled;
  }

  private LoadInterval apart(Scenario scenario, Map<OperationType, Totals> mine) {
    Totals all = PhaseRecorder.sum(mine);
    return new LoadInterval(
        scenario.targetPerSecond(nowNanos),
        Accounts.ratesOfInterval(all, seconds, false),
        scenario.sessions().inFlight(),
        scenario.backlog(),
        Accounts.accounting(all),
        Accounts.failures(all),
        operations(scenario.name() + "/", mine, all, true));
  }

  /**
   * The first failure with a code among the operations of a phase.
   *
   * @param operation name of the operation, after the name of its scenario and a slash if there is
   *     one
   */
  record Said(String operation, String code, FirstFailure first) {}

  /** The first failures since the last interval, in order of time. */
  List<Said> firstFailures() {
    firstFailures.sort((a, b) -> Long.signum(a.first.atNanos() - b.first.atNanos()));
    return firstFailures;
  }

  /** The figures of each load; the probe is not a load. */
  List<Heard> loads() {
    return loads;
  }

  /** The totals of all operations but the probe's. */
  private Totals all() {
    return loads.size() == 1 ? loads.getFirst().all() : PhaseRecorder.sum(byType);
  }

  /** Adds response times, or service times when no operation has a response time. */
  void tell(Elasticity elasticity, long atNanos, long lengthNanos) {
    Totals all = all();
    boolean hasResponse = scheduled && all.response().getTotalCount() + all.censored() > 0;
    elasticity.interval(
        atNanos,
        lengthNanos,
        hasResponse ? all.response() : all.service(),
        hasResponse ? all.censored() : all.count(Counter.TIMED_OUT));
  }

  /**
   * What ended of an operation, of {@code all} or of a step; after the name of a scenario and a
   * slash if it is of that scenario alone.
   */
  Named named(String name) {
    String first = name.substring(0, Math.max(0, name.indexOf('/')));
    Apart own = byScenario.get(first);
    String operation = own == null ? name : name.substring(first.length() + 1);
    boolean isClosed = own == null ? closed : own.closed;
    return new Named(
        PhaseRecorder.named(own == null ? byType : own.byType, operation),
        !isClosed && operation.indexOf('/') < 0);
  }

  /** Whether no operation ended. */
  boolean isEmpty() {
    return byType.isEmpty();
  }

  /** The target rate of all loads together; 0 if any load is closed. */
  double targetPerSecond() {
    return isMixed() ? 0 : targetPerSecond;
  }

  Interval interval(
      long atNanos,
      long lengthNanos,
      Phase phase,
      double targetPerSecond,
      Interval.Health health,
      List<Finding> findings,
      TargetHealth target,
      Interval.Observed observed) {
    Totals all = all();
    Map<String, OperationInterval> operations = operations("", byType, all, !isMixed());
    histograms.put("dispatch-lag", all.lag());
    return new Interval(
        new Interval.Window(atNanos, lengthNanos, phase),
        new Interval.LoadInterval(
            targetPerSecond,
            Accounts.ratesOfInterval(all, seconds, true),
            inFlight,
            backlog,
            Accounts.accounting(all),
            Accounts.failures(all),
            operations),
        Latencies.ofInterval(generatorLag.getTotalCount() > 0 ? generatorLag : all.lag()),
        health,
        scenarios,
        probe,
        new Interval.Verdict(
            Findings.validity(findings),
            findings.stream().map(Finding::code).distinct().toList(),
            target),
        observed);
  }

  /** Histograms in nanoseconds, by tag. */
  Map<String, Histogram> histograms() {
    return histograms;
  }

  private Map<String, OperationInterval> operations(
      String path, Map<OperationType, Totals> mine, Totals all, boolean hasResponse) {
    Map<String, OperationInterval> operations = new LinkedHashMap<>();
    operations.put("all", operation(path + "all", all, hasResponse));
    mine.forEach((type, totals) -> {
      operations.put(type.name(), operation(path + type.name(), totals, hasResponse));
      totals
          .steps()
          .forEach((step, its) -> {
            String name = type.name() + "/" + step;
            operations.put(name, operation(path + name, its, false));
          });
    });
    return operations;
  }

  private OperationInterval operation(String tag, Totals totals, boolean hasResponse) {
    Histogram response = hasResponse ? totals.response() : new Histogram(3);
    if (response.getTotalCount() > 0) {
      histograms.put(tag + "/response", response);
    }
    if (totals.service().getTotalCount() > 0) {
      histograms.put(tag + "/service", totals.service());
    }
    return new OperationInterval(
        Accounts.answeredInInterval(totals) / seconds,
        Latencies.ofInterval(response),
        Latencies.ofInterval(totals.service()),
        hasResponse ? totals.censored() : 0,
        totals.count(Counter.TIMED_OUT),
        Accounts.accounting(totals).errors().total());
  }
}
