package org.plimsoll.run;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.plimsoll.analysis.verdict.Disturbances;
import org.plimsoll.analysis.verdict.Evidence;
import org.plimsoll.analysis.verdict.Shown;
import org.plimsoll.analysis.verdict.WindowCheck;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.run.second.SecondSum;

/** Checks single intervals for disturbances by the generator. Called by one thread at a time. */
final class Windows {
  private final Set<String> deciding;
  private final boolean inProcess;
  private final boolean burnsCpu;

  /** Scenarios in which arrivals waited for a free slot. */
  private final Set<String> lackedRoom = new HashSet<>();

  private final Disturbances disturbances = new Disturbances();

  Windows(List<SloSpec> objectives, OpenTarget target) {
    this.deciding = objectives.stream().map(SloSpec::metric).collect(Collectors.toSet());
    Set<Capability> capabilities = target.driver().capabilities();
    this.inProcess =
        capabilities.contains(Capability.EMBEDDED) || capabilities.contains(Capability.SIMULATED);
    this.burnsCpu = capabilities.contains(Capability.BURNS_CPU);
  }

  /** Returns the findings about an interval: for each code, the worst of all loads. */
  List<Finding> judge(List<IntervalMaker.Heard> loads, long lengthNanos, Machines machines) {
    List<Evidence.Machine> all = machines.evidence();
    Map<FindingCode, Finding> worst = new LinkedHashMap<>();
    for (IntervalMaker.Heard load : loads) {
      for (Finding finding : WindowCheck.findings(evidence(load, Math.max(1, lengthNanos), all))) {
        worst.merge(
            finding.code(),
            finding,
            (old, next) -> old.severity() == Severity.INVALID ? old : next);
      }
    }
    return List.copyOf(worst.values());
  }

  private Evidence evidence(
      IntervalMaker.Heard load, long lengthNanos, List<Evidence.Machine> machines) {
    Totals all = load.all();
    SecondSum.Of sum = load.sum();
    Part.Load asked = Part.Load.of(sum.asked(), _ -> 1);
    Evidence.Room room =
        new Evidence.Room(sum.atBound(), sum.withoutSession(), asked.maxInFlight());
    boolean lacksRoom = room.atBound() + room.withoutSession() > 0;
    boolean lackedBefore =
        lacksRoom ? !lackedRoom.add(load.scenario()) : lackedRoom.remove(load.scenario());
    boolean isClosed = all.response().getTotalCount() == 0 && sum.lag().getTotalCount() == 0;
    // These waits, and the lag of the arrivals that waited, are caused by the store.
    boolean pacerAlone = lacksRoom || lackedBefore || burnsCpu;
    Shown shown =
        isClosed
            ? new Shown(
                all.service(),
                all.count(Counter.TIMED_OUT) + all.count(Counter.UNFINISHED),
                deciding)
            : new Shown(all.response(), all.censored(), deciding);
    return new Evidence(
        isClosed ? Model.CLOSED : asked.models().iterator().next(),
        inProcess,
        lengthNanos,
        Accounts.accounting(all),
        shown,
        new Evidence.Arrivals(
            pacerAlone ? sum.lag() : all.lag(), room, all.count(Counter.WITHOUT_RIGHT), null),
        machines,
        null);
  }

  /** Adds an interval of the measurement; returns a sentence when a disturbance has ended. */
  Optional<String> measured(long atNanos, long lengthNanos, List<Finding> findings) {
    return disturbances.add(atNanos, lengthNanos, findings);
  }

  /** Returns a sentence about disturbances that were not reported yet. */
  Optional<String> rest(long atNanos) {
    return disturbances.rest(atNanos);
  }

  /** Returns the finding about all disturbances. */
  Optional<Finding> finding() {
    return disturbances.finding();
  }
}
