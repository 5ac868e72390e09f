package org.plimsoll.analysis.tune;

import org.plimsoll.result.Severity;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.TrialOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.Summary.Latency;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.analysis.tune.Readings.Judgement;

/**
 * One trial: sets the load, lets it settle, measures what is intended from then on until the
 * objectives can be told from their bounds or the trial is long enough, drains, and judges what all
 * of it came to.
 */
final class TrialFlight {
  /** Parts that the shortest trial is read in. */
  private static final int PARTS = 10;

  /** What of the shortest trial is left to settling. */
  private static final int SETTLES = 5;

  /** Looks at an undecided trial come at lengths that grow by this, so that few look by chance. */
  private static final double GROWTH = 1.4;

  /** Parts one after the other that are hopeless before a trial is cut short. */
  private static final int HOPELESS = 3;

  private static final long POLL_NANOS = 1_000_000;

  /** Findings by which a missed objective may be the generator's doing. */
  private static final Set<FindingCode> GENERATOR =
      Set.of(FindingCode.GENERATOR_LATE, FindingCode.SCHEDULE_MISSED, FindingCode.GENERATOR_PAUSED, FindingCode.GENERATOR_SATURATED);

  /** Beyond this stress a target has missed its objective, however late the generator was. */
  private static final double BEYOND_DOUBT = 3;

  /** The generator's lateness matters from this share of a bound on, */
  private static final double LATE_OF_BOUND = 0.5;

  /** if it is also this share of what was measured. */
  private static final double LATE_SHARE = 0.25;

  private final Rig rig;
  private final TuneSpec spec;
  private final Attempt attempt;
  private final int number;
  private final Consumer<Trial> done;
  private final List<Gauge> gauges = new ArrayList<>();
  private final Readings readings;
  private final long partNanos;
  private long fromNanos;
  private long nextLookNanos;
  private int outstandingBefore;
  private int outstandingAfter;
  private int hopeless;

  TrialFlight(
      Rig rig,
      TuneSpec spec,
      List<SloSpec> objectives,
      Attempt attempt,
      int number,
      Consumer<Trial> done) {
    this.rig = rig;
    this.spec = spec;
    this.attempt = attempt;
    this.number = number;
    this.done = done;
    this.partNanos = Math.max(POLL_NANOS, attempt.shortestNanos() / PARTS);
    objectives.forEach(slo -> gauges.add(new Gauge(slo, spec.closed())));
    this.readings = new Readings(gauges, attempt.level(), spec.closed());
  }

  void start() {
    rig.load(attempt.level());
    fromNanos = rig.nowNanos() + spec.trialNanos() / SETTLES;
    nextLookNanos = fromNanos + attempt.shortestNanos();
    rig.begin("trial-" + number, fromNanos);
    rig.at(
        fromNanos,
        () -> {
          outstandingBefore = rig.outstanding();
          read();
          rig.at(fromNanos + partNanos, this::part);
        });
  }

  private void read() {
    long nowNanos = rig.nowNanos();
    rig.read((totals, counters) -> {
      readings.add(nowNanos, totals, counters);
      return true;
    });
  }

  private void part() {
    long nowNanos = rig.nowNanos();
    read();
    hopeless = readings.isLastPartHopeless() ? hopeless + 1 : 0;
    long lengthNanos = nowNanos - fromNanos;
    boolean isEnough = lengthNanos >= attempt.longestNanos();
    boolean judgesAll = attempt.violations() < 0;
    if (judgesAll && !isEnough && nowNanos >= nextLookNanos) {
      isEnough =
          readings.judge(true).stream().allMatch(Judgement::isBelow)
              || readings.judge(true).stream().anyMatch(Judgement::isAbove);
      nextLookNanos = fromNanos + (long) (lengthNanos * GROWTH);
    }
    if (isEnough || (judgesAll && attempt.drains() && hopeless >= HOPELESS)) {
      leave(nowNanos);
    } else {
      rig.at(nowNanos + partNanos, this::part);
    }
  }

  private void leave(long untilNanos) {
    rig.leave(untilNanos);
    outstandingAfter = rig.outstanding();
    if (!attempt.drains()) {
      // What came after the last part belongs to no population: the next load begins now.
      finish(untilNanos, false);
      return;
    }
    rig.idle(attempt.level());
    drain(untilNanos, untilNanos + spec.timeoutNanos() + 1_000 * POLL_NANOS);
  }

  private void drain(long untilNanos, long latestNanos) {
    if (rig.outstanding() == 0 || rig.nowNanos() - latestNanos > 0) {
      read();
      finish(untilNanos, true);
    } else {
      rig.at(rig.nowNanos() + POLL_NANOS, () -> drain(untilNanos, latestNanos));
    }
  }

  private void finish(long untilNanos, boolean isWhole) {
    long lengthNanos = untilNanos - fromNanos;
    List<Judgement> judgements = readings.judge(!isWhole);
    Summary summary = rig.end(untilNanos, isWhole);
    Judgement worst =
        judgements.stream()
            .reduce((a, b) -> b.stress().value() > a.stress().value() ? b : a)
            .orElseThrow();
    String reason = "";
    boolean isGood;
    boolean isClose = false;
    if (attempt.violations() >= 0) {
      isGood = readings.badParts() <= attempt.violations();
    } else {
      isGood = judgements.stream().allMatch(judgement -> judgement.stress().value() < 1);
      isClose = worst.stress().straddles();
    }
    if (fallsBehind(lengthNanos)) {
      isGood = false;
      isClose = false;
      reason =
          "it falls behind: %,d more wait after it than before"
              .formatted(outstandingAfter - outstandingBefore);
    }
    TrialOutcome outcome = isGood ? TrialOutcome.PASSED : TrialOutcome.FAILED;
    String spoiled = spoiled(summary, isGood, worst.stress());
    if (!spoiled.isEmpty()) {
      outcome = TrialOutcome.SPOILED;
      reason = spoiled;
    }
    double seconds = lengthNanos / 1e9;
    double throughput =
        summary == null ? readings.answered() / seconds : summary.throughputPerSecond();
    Trial trial =
        new Trial(
            number,
            attempt.stage(),
            attempt.level(),
            lengthNanos,
            throughput,
            outcome,
            worst.stress(),
            worst.objective(),
            isClose,
            reason,
            summary);
    rig.event(TrialText.event(trial, spec.closed()));
    done.accept(trial);
  }

  /**
   * Whether the target answers less than it is asked, which a short trial's latencies may not show
   * yet: more operations wait after it than before, by more than the precision and chance explain.
   */
  private boolean fallsBehind(long lengthNanos) {
    if (spec.closed() || spec.method() == TuneSpec.Method.TRACK) {
      return false;
    }
    double scheduled = attempt.level() * lengthNanos / 1e9;
    double byChance = 2 * Math.sqrt(scheduled);
    return outstandingAfter - outstandingBefore > spec.precision() * scheduled + byChance;
  }

  /** A sentence if the generator may have made the result what it is; else empty. */
  private String spoiled(@Nullable Summary summary, boolean isGood, Stress stress) {
    if (summary == null) {
      return "";
    }
    for (Finding finding : summary.verdict().findings()) {
      boolean isInvalid = finding.severity() == Severity.INVALID;
      boolean isSuspect = finding.severity() == Severity.SUSPECT;
      boolean decides = isInvalid || (isSuspect && !isGood && stress.value() < BEYOND_DOUBT);
      if (decides && GENERATOR.contains(finding.code())) {
        return finding.text();
      }
    }
    return isGood ? "" : lateEnough(summary);
  }

  /**
   * A sentence if the generator's own lateness may have missed a latency objective: where few
   * operations were measured, the self-check has no percentile to hold it against.
   */
  private String lateEnough(Summary summary) {
    Latency waits = summary.waitNanos().get("generator");
    for (Gauge gauge : gauges) {
      if (waits == null || gauge.kind() != Gauge.Kind.SLOWER) {
        continue;
      }
      String metric = gauge.slo().metric();
      Double late = Latencies.named(waits, metric);
      Long most = waits.max();
      double lateNanos = late != null ? late : most == null ? 0 : most;
      Latency shown = summary.all().responseNanos();
      Double response = shown == null ? null : Latencies.named(shown, metric);
      boolean isShare = response == null || lateNanos > LATE_SHARE * response;
      if (isShare && lateNanos > LATE_OF_BOUND * gauge.boundNanos()) {
        return String.format(
            Locale.ROOT,
            "The generator itself was late: %s %.3g ms.",
            late != null ? metric : "up to",
            lateNanos / 1e6);
      }
    }
    return "";
  }
}
