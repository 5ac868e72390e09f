package org.plimsoll.analysis.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Readings.Judgement;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Stress;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.TrialOutcome;
import org.plimsoll.result.TuneResult;

/**
 * Runs one trial. It sets the load, waits until it settles, and measures until the objectives are
 * decided or the trial is long enough. Then the trial drains, and its result is judged.
 */
final class TrialFlight implements Rig.Watcher {
  /** Number of parts in which the shortest trial is read. */
  private static final int PARTS = 10;

  /** Divisor of the shortest trial's length that gives the settling time. */
  private static final int SETTLES = 5;

  /**
   * Growth of the lengths at which an undecided trial is checked; few checks limit chance
   * decisions.
   */
  private static final double GROWTH = 1.4;

  /** Number of successive hopeless parts that end a trial early. */
  private static final int HOPELESS = 3;

  private static final long PART_NANOS_MIN = 1_000_000;

  /** Findings that indicate that the generator may have caused a missed objective. */
  private static final Set<FindingCode> GENERATOR =
      Set.of(
          FindingCode.GENERATOR_LATE,
          FindingCode.SCHEDULE_MISSED,
          FindingCode.GENERATOR_PAUSED,
          FindingCode.GENERATOR_SATURATED);

  /** Stress above which the target missed its objective, even if the generator was late. */
  private static final double BEYOND_DOUBT = 3;

  /** Minimum delay by the generator that matters, as a share of a bound. */
  private static final double LATE_OF_BOUND = 0.5;

  /** Minimum delay by the generator that matters, as a share of the measured latency. */
  private static final double LATE_SHARE = 0.25;

  private final Rig rig;
  private final TuneSpec spec;
  private final Attempt attempt;
  private final int number;
  private final Consumer<Trial> done;
  private final Runnable lost;
  private final List<Gauge> gauges = new ArrayList<>();
  private final Readings readings;
  private final long partNanos;
  private long fromNanos;
  private long nextLookNanos;
  private long untilNanos;
  private long readNanos;
  private int outstandingBefore;
  private int outstandingAfter;
  private int hopeless;

  TrialFlight(
      Rig rig,
      TuneSpec spec,
      List<SloSpec> objectives,
      Attempt attempt,
      int number,
      Consumer<Trial> done,
      Runnable lost) {
    this.rig = rig;
    this.spec = spec;
    this.attempt = attempt;
    this.number = number;
    this.done = done;
    this.lost = lost;
    this.partNanos = Math.max(PART_NANOS_MIN, attempt.shortestNanos() / PARTS);
    objectives.forEach(slo -> gauges.add(new Gauge(slo, spec.load().closed())));
    this.readings = new Readings(gauges, attempt.level(), spec.load().closed());
  }

  void start() {
    rig.begin(
        new Rig.Step(
            "trial-" + number,
            attempt.level(),
            spec.trials().shortestNanos() / SETTLES,
            partNanos,
            attempt.drains()),
        this);
  }

  @Override
  public void begun(long beginNanos, Rig.Reading reading) {
    fromNanos = beginNanos;
    nextLookNanos = fromNanos + attempt.shortestNanos();
    outstandingBefore = reading.outstanding();
    read(reading);
  }

  private void read(Rig.Reading reading) {
    readNanos = reading.atNanos();
    readings.series(reading.series());
    readings.add(readNanos, reading.totals(), reading.counters());
  }

  @Override
  public void part(Rig.Reading reading) {
    read(reading);
    hopeless = readings.isLastPartHopeless() ? hopeless + 1 : 0;
    long lengthNanos = readNanos - fromNanos;
    boolean isEnough = lengthNanos >= attempt.longestNanos();
    boolean judgesAll = attempt.violations() < 0;
    if (judgesAll && !isEnough && readNanos >= nextLookNanos) {
      isEnough =
          readings.judge(true).stream().allMatch(Judgement::isBelow)
              || readings.judge(true).stream().anyMatch(Judgement::isAbove);
      nextLookNanos = fromNanos + (long) (lengthNanos * GROWTH);
    }
    if (isEnough || (judgesAll && attempt.drains() && hopeless >= HOPELESS)) {
      rig.leave();
    }
  }

  @Override
  public void left(long leftNanos, Rig.Reading reading) {
    untilNanos = leftNanos;
    outstandingAfter = reading.outstanding();
    // A part that is much shorter than the others is not representative.
    if (reading.atNanos() - readNanos >= partNanos / 2) {
      read(reading);
    }
  }

  @Override
  public void lost() {
    lost.run();
  }

  @Override
  public void ended(Rig.Reading reading, @Nullable Summary summary) {
    // Without a drain, the next load has already started.
    boolean isWhole = attempt.drains();
    if (isWhole) {
      read(reading);
    }
    long lengthNanos = untilNanos - fromNanos;
    List<Judgement> judgements = readings.judge(!isWhole);
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
          "the target falls behind: %,d more operations are waiting after the trial than before"
              .formatted(outstandingAfter - outstandingBefore);
    }
    String unreported = readings.unreported();
    if (!unreported.isEmpty()) {
      isGood = false;
      isClose = false;
      reason = unreported;
    }
    TrialOutcome outcome = isGood ? TrialOutcome.PASSED : TrialOutcome.FAILED;
    String spoiled = spoiled(summary, isGood, worst.stress());
    if (!spoiled.isEmpty()) {
      outcome = TrialOutcome.SPOILED;
      reason = spoiled;
    }
    double seconds = lengthNanos / 1e9;
    double throughput =
        summary == null ? readings.answered() / seconds : summary.figures().throughputPerSecond();
    Trial trial =
        new Trial(
            number,
            attempt.stage(),
            attempt.level(),
            lengthNanos,
            throughput,
            new TuneResult.Decision(
                outcome,
                worst.objective(),
                worst.stress(),
                isClose,
                reason,
                summary == null ? null : summary.accounting().errorShare()),
            summary,
            attempt.why());
    rig.event(TrialText.event(trial, spec.load().closed()));
    done.accept(trial);
  }

  /**
   * Returns whether the target falls behind the load. Latencies of a short trial may not show this
   * yet. It does if more operations are waiting after the trial than before, by more than precision
   * and chance explain.
   */
  private boolean fallsBehind(long lengthNanos) {
    if (spec.load().closed() || spec.method() == TuneSpec.Method.TRACK) {
      return false;
    }
    double scheduled = attempt.level() * lengthNanos / 1e9;
    double byChance = 2 * Math.sqrt(scheduled);
    return outstandingAfter - outstandingBefore > spec.levels().precision() * scheduled + byChance;
  }

  /**
   * Returns a sentence if the generator may have determined the result; otherwise an empty text.
   */
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
   * Returns a sentence if a late generator may have caused a missed latency objective; otherwise an
   * empty text. With few operations, the self-check has no percentile for the comparison.
   */
  private String lateEnough(Summary summary) {
    Latency waits = summary.figures().waitNanos().get("generator");
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
            "The generator was late: dispatch lag %s %.3g ms.",
            late != null ? metric : "up to",
            lateNanos / 1e6);
      }
    }
    return "";
  }
}
