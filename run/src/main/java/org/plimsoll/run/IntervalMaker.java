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
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Interval.LoadInterval;
import org.plimsoll.result.Interval.OperationInterval;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.TargetHealth;
import org.plimsoll.run.second.Machine;
import org.plimsoll.run.second.SecondSum;
import org.plimsoll.run.second.TotalsSum;

/**
 * Creates the interval of a second from the results of all generators: for all loads together, for
 * each named load, and for the probe.
 */
final class IntervalMaker {
  private final SecondSum sum;
  private final double seconds;
  private final TotalsSum loadTotals = new TotalsSum();
  private final Map<OperationType, Totals> byType = loadTotals.byType();
  private final Map<String, Apart> byScenario = new LinkedHashMap<>();
  private final List<Said> firstFailures = new ArrayList<>();
  private final List<Map<OperationType, Totals>> measured = new ArrayList<>();
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

  /** The figures of a scenario, for the check of the interval. */
  record Heard(String scenario, Totals all, SecondSum.Of sum) {}

  private record Apart(Map<OperationType, Totals> byType, boolean closed) {}

  /**
   * The totals of an operation that ended in an interval.
   *
   * @param hasResponse whether the scenario has response times in addition to service times
   */
  record Named(Totals totals, boolean hasResponse) {}

  /**
   * Creates an interval.
   *
   * @param seconds length of the interval
   */
  IntervalMaker(RunSpec spec, SecondSum sum, double seconds) {
    this.sum = sum;
    this.seconds = seconds;
    for (ScenarioSpec scenario : spec.scenarios()) {
      SecondSum.Of its = sum.scenarios().get(scenario.name());
      if (its != null) {
        add(scenario, its);
      }
    }
  }

  private void add(ScenarioSpec scenario, SecondSum.Of its) {
    Map<OperationType, Totals> mine = its.totals();
    String path = scenario.isNamed() ? scenario.name() + "/" : "";
    mine.forEach((type, totals) ->
        totals
            .firstFailures()
            .forEach(
                (code, first) -> firstFailures.add(new Said(path + type.name(), code, first))));
    boolean isClosed = its.asked().values().stream().anyMatch(each -> each.model() == Model.CLOSED);
    if (scenario.isNamed()) {
      byScenario.put(scenario.name(), new Apart(mine, isClosed));
    }
    if (scenario.isProbe()) {
      probe = apart(scenario, mine, its);
      return;
    }
    if (scenario.isNamed()) {
      scenarios.put(scenario.name(), apart(scenario, mine, its));
    }
    loadTotals.add(mine);
    measured.add(its.measured());
    loads.add(new Heard(scenario.name(), PhaseRecorder.sum(mine), its));
    generatorLag.add(its.lag());
    targetPerSecond += its.targetPerSecond();
    inFlight += its.inFlight();
    backlog += its.backlog();
    closed |= isClosed;
    scheduled |= !isClosed;
  }

  /** Whether some operations have an intended start and others do not. */
  private boolean isMixed() {
    return closed && scheduled;
  }

  private LoadInterval apart(
      ScenarioSpec scenario, Map<OperationType, Totals> mine, SecondSum.Of its) {
    Totals all = PhaseRecorder.sum(mine);
    return new LoadInterval(
        its.targetPerSecond(),
        Accounts.ratesOfInterval(all, seconds, false),
        its.inFlight(),
        its.backlog(),
        Accounts.accounting(all),
        Accounts.failures(all),
        operations(scenario.name() + "/", mine, all, true));
  }

  /**
   * The first failure with a code among the operations of a phase.
   *
   * @param operation name of the operation; if scenarios have names, prefixed with the scenario and
   *     a slash
   */
  record Said(String operation, String code, FirstFailure first) {}

  /** Returns the first failures since the last interval, in order of time. */
  List<Said> firstFailures() {
    firstFailures.sort((a, b) -> Long.signum(a.first.atNanos() - b.first.atNanos()));
    return firstFailures;
  }

  /**
   * Returns, for each load, the totals that ended in the interval and were intended in a
   * measurement.
   */
  List<Map<OperationType, Totals>> measured() {
    return measured;
  }

  /** Returns the figures of each load; the probe is not a load. */
  List<Heard> loads() {
    return loads;
  }

  /** Returns the totals of all operations except those of the probe. */
  private Totals all() {
    return loads.size() == 1 ? loads.getFirst().all() : PhaseRecorder.sum(byType);
  }

  /** Passes the response times, or the service times if no operation has a response time. */
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
   * Returns the totals of an operation, of {@code all} or of a step. A scenario name and a slash
   * select one scenario.
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

  /** Returns the target rate of all loads together; 0 if any load is closed. */
  double targetPerSecond() {
    return isMixed() ? 0 : targetPerSecond;
  }

  Interval interval(
      Interval.Window window,
      double targetPerSecond,
      List<Finding> findings,
      @Nullable TargetHealth target,
      Interval.Observed observed) {
    Totals all = all();
    Map<String, OperationInterval> operations = operations("", byType, all, !isMixed());
    histograms.put("dispatch-lag", all.lag());
    return new Interval(
        window,
        new Interval.LoadInterval(
            targetPerSecond,
            Accounts.ratesOfInterval(all, seconds, true),
            inFlight,
            backlog,
            Accounts.accounting(all),
            Accounts.failures(all),
            operations),
        Latencies.ofInterval(generatorLag.getTotalCount() > 0 ? generatorLag : all.lag()),
        health(window.lengthNanos()),
        scenarios,
        probe,
        new Interval.Verdict(
            Findings.validity(findings),
            findings.stream().map(Finding::code).distinct().toList(),
            target),
        observed);
  }

  private Interval.Health health(long lengthNanos) {
    Machines machines = new Machines(sum.machines());
    Machine all = machines.together();
    double nanos = Math.max(lengthNanos, RunReporter.SHORTEST_NANOS);
    return new Interval.Health(
        all.cpuNanos() / nanos,
        all.pauses().longestNanos(),
        all.ticks().stealShare(),
        all.heapUsedBytes(),
        machines.pacerWaitNanosMost() / nanos);
  }

  /** Returns the histograms in nanoseconds, by tag. */
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
