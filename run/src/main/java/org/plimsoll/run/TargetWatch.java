package org.plimsoll.run;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.verdict.LiveObjectives;
import org.plimsoll.analysis.verdict.StallWatch;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Figures;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.TargetHealth;
import org.plimsoll.run.second.GeneratorSecond.Answers;

/**
 * Watches the target during a run. It reports when the target stops answering and answers again,
 * and when an objective is missed and met again. Thread-safe.
 */
final class TargetWatch {
  /** Findings that are caused by a stalled target rather than by the generator. */
  private static final Set<FindingCode> OF_TARGET =
      Set.of(FindingCode.LOAD_NOT_OPEN, FindingCode.WORKERS_RAN_OUT);

  /**
   * Time for which a load counts as failing after a failure. It is shorter than an outage, so that
   * one failure before a pause is not an outage.
   */
  private static final long FAILING_NANOS = 900_000_000L;

  private final RunOrigin origin;
  private final RunEvents events;
  private final StallWatch stalls = new StallWatch();

  /** Detects that operations end but none of them succeeds. */
  private final StallWatch outages = new StallWatch();

  private final LiveObjectives objectives;
  private final long timeoutNanos;
  private boolean piloted;
  private boolean measuring;

  /** Number of operations in flight or due at the last check. */
  private long pending;

  TargetWatch(RunSpec spec, RunOrigin origin, RunEvents events) {
    this.origin = origin;
    this.events = events;
    this.objectives = new LiveObjectives(spec.checks().slos());
    this.timeoutNanos = spec.parameters().timeoutNanos();
  }

  /** Disables the check of objectives, since a search judges each trial. */
  synchronized void piloted() {
    piloted = true;
  }

  synchronized boolean isPiloted() {
    return piloted;
  }

  /** Whether the target is stalled, or every operation fails. */
  synchronized boolean isSilent() {
    return stalls.stalledSinceNanos() != null || outages.stalledSinceNanos() != null;
  }

  /** Checks whether the target answers. Called every {@link StallWatch#LOOK_NANOS}. */
  synchronized void look(long nowNanos, Answers answers) {
    long waiting = answers.pending();
    Long answeredNanos = nanos(answers.answeredNanos());
    Long succeededNanos = nanos(answers.succeededNanos());
    pending = waiting;
    long unanswered = waiting;
    stalls
        .look(nowNanos, waiting > 0, answeredNanos)
        .ifPresent(change -> tell(change.sinceNanos(), change.endedNanos(), unanswered));
    boolean isFailing =
        answeredNanos != null
            && nowNanos - answeredNanos < FAILING_NANOS
            && (succeededNanos == null || answeredNanos - succeededNanos > 0);
    outages
        .look(nowNanos, isFailing, succeededNanos)
        .ifPresent(change -> tellOutage(change.sinceNanos(), change.endedNanos()));
  }

  private @Nullable Long nanos(@Nullable Long sinceStart) {
    return sinceStart == null ? null : (Long) (origin.startNanos() + sinceStart);
  }

  private void tellOutage(long sinceNanos, @Nullable Long endedNanos) {
    String since = Figures.clock(origin.sinceStart(sinceNanos));
    if (endedNanos == null) {
      outage(sinceNanos, "every operation has failed since " + since, sinceNanos, null);
      return;
    }
    long length = endedNanos - sinceNanos;
    outage(
        endedNanos,
        "the target answered nothing from %s to %s (%s): every operation failed"
            .formatted(
                since, Figures.clock(origin.sinceStart(endedNanos)), Figures.duration(length)),
        sinceNanos,
        length);
  }

  private void outage(long atNanos, String text, long sinceNanos, @Nullable Long lengthNanos) {
    RunEvent.Period period = new RunEvent.Period(origin.sinceStart(sinceNanos), lengthNanos);
    events.periodAt(atNanos, EventKind.OUTAGE, text, period);
  }

  private void tell(long sinceNanos, @Nullable Long endedNanos, long unanswered) {
    if (endedNanos == null) {
      told(
          sinceNanos,
          "the target has not answered since %s (%,d operations are unanswered)"
              .formatted(Figures.clock(origin.sinceStart(sinceNanos)), unanswered),
          sinceNanos,
          null);
    } else {
      long length = endedNanos - sinceNanos;
      told(
          endedNanos,
          "the target answers again after " + Figures.duration(length),
          sinceNanos,
          length);
    }
  }

  private void told(long atNanos, String text, long sinceNanos, @Nullable Long lengthNanos) {
    events.periodAt(
        atNanos,
        EventKind.STALL,
        text,
        new RunEvent.Period(origin.sinceStart(sinceNanos), lengthNanos));
  }

  /** Called when a load has ended and no operation is in flight. */
  synchronized void loadEnded(long nowNanos) {
    Long since = stalls.stalledSinceNanos();
    if (since != null) {
      long length = nowNanos - since;
      told(
          nowNanos,
          "the target gave no answer until the load ended, for " + Figures.duration(length),
          since,
          length);
    }
    Long failingSince = outages.stalledSinceNanos();
    if (failingSince != null) {
      long length = nowNanos - failingSince;
      outage(
          nowNanos,
          "every operation failed until the load ended, for " + Figures.duration(length),
          failingSince,
          length);
    }
    outages.ended();
    stalls.ended();
    objectives.forget();
    measuring = false;
  }

  /**
   * Returns the health of the target at the end of a second.
   *
   * @param findings findings about the generator in the second
   */
  synchronized TargetHealth second(
      long nowNanos, long lengthNanos, Phase phase, IntervalMaker maker, List<Finding> findings) {
    Long since = stalls.stalledSinceNanos();
    if (phase == Phase.MEASURE && !piloted) {
      measuring = true;
      judge(nowNanos, lengthNanos, maker, findings, since);
    } else if (measuring && phase == Phase.WARMUP) {
      objectives.forget();
      measuring = false;
    }
    return new TargetHealth(
        since == null ? null : (Long) origin.sinceStart(since),
        piloted ? List.of() : objectives.slos());
  }

  private void judge(
      long nowNanos,
      long lengthNanos,
      IntervalMaker maker,
      List<Finding> findings,
      @Nullable Long since) {
    boolean counts =
        findings.stream()
            .noneMatch(finding ->
                finding.severity() == Severity.INVALID && !OF_TARGET.contains(finding.code()));
    long atNanos = origin.sinceStart(nowNanos);
    objectives
        .judge(
            atNanos,
            counts,
            new LiveObjectives.Stall(since == null ? 0 : nowNanos - since, pending, timeoutNanos),
            operation -> second(operation, atNanos, lengthNanos, maker))
        .changes()
        .forEach(change ->
            events.periodAt(
                nowNanos,
                EventKind.SLO,
                change.text(),
                new RunEvent.Period(change.sinceNanos(), change.lengthNanos())));
  }

  private static LiveObjectives.Second second(
      String operation, long atNanos, long lengthNanos, IntervalMaker maker) {
    IntervalMaker.Named named = maker.named(operation);
    Totals totals = named.totals();
    return new LiveObjectives.Second(
        atNanos,
        lengthNanos,
        named.hasResponse() ? totals.response() : totals.service(),
        named.hasResponse()
            ? totals.censored()
            : totals.count(Counter.TIMED_OUT) + totals.count(Counter.UNFINISHED),
        totals.ended(),
        totals.answered(),
        Accounts.answeredInInterval(totals));
  }
}
