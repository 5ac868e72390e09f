package org.plimsoll.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.plimsoll.analysis.verdict.FailureWatch;
import org.plimsoll.analysis.verdict.SegmentWatch;
import org.plimsoll.analysis.verdict.SeriesWatch;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.result.Course;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.SeriesFigures;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;

/**
 * Tracks the seconds of a measurement: failures, parts between changes, and metrics of the target.
 * Thread-safe.
 */
final class CourseWatch implements RunListener {
  private static final int TOLD_MAX = 5;

  private final FailureWatch failures = new FailureWatch();
  private final SegmentWatch segments;
  private final SeriesWatch series = new SeriesWatch();
  private final SeriesWatch ofStep = new SeriesWatch();

  CourseWatch(long timeoutNanos) {
    segments = new SegmentWatch(timeoutNanos);
  }

  /** Called when the measurement starts. */
  void begin(long nowNanos) {
    series.begin(nowNanos);
  }

  /** Called when a step of a search starts. */
  void beginStep(long nowNanos) {
    ofStep.restart(nowNanos);
  }

  /** Adds metrics that were read from the target. */
  void read(long nowNanos, Map<String, Double> telemetry) {
    series.add(nowNanos, telemetry);
    ofStep.add(nowNanos, telemetry);
  }

  /** Adds a second of the measurement. Ignored in a search, which has trials instead. */
  synchronized void second(Interval.Window window, IntervalMaker maker, TargetWatch target) {
    if (target.isPiloted()) {
      return;
    }
    IntervalMaker.Named named = maker.named("all");
    Totals all = named.totals();
    long failed = all.count(Counter.FAILED);
    long answered = Accounts.answeredInInterval(all);
    long unanswered = all.ended() - all.answered() - failed;
    Histogram times = named.hasResponse() ? all.response() : all.service();
    failures.second(
        new FailureWatch.Second(
            window.startNanos(),
            window.atNanos(),
            answered,
            failed + unanswered,
            target.isSilent(),
            times,
            unanswered));
    segments.second(
        new SegmentWatch.Second(
            window.startNanos(), window.atNanos(), answered, failed, unanswered, times));
  }

  /** Adds an event, which may be a change. */
  @Override
  public synchronized void event(RunEvent event) {
    RunEvent.Change change = event.change();
    boolean isChange = event.kind() == EventKind.TARGET || (change != null && !change.derived());
    if (isChange) {
      segments.changed(event.atNanos(), event.text());
    }
    RunEvent.Period period = event.period();
    Long length = period == null ? null : period.lengthNanos();
    boolean isSilent = event.kind() == EventKind.STALL || event.kind() == EventKind.OUTAGE;
    if (isSilent && period != null && length != null) {
      failures.silent(period.sinceNanos(), period.sinceNanos() + length);
    }
  }

  synchronized Course course() {
    return new Course(failures.failures(), segments.segments());
  }

  /** Returns the figures of the target's metrics in the measurement, by the name of the series. */
  Map<String, SeriesFigures> telemetry() {
    return series.figures();
  }

  /** Returns the figures of the target's metrics in the current step of a search. */
  Map<String, SeriesFigures> telemetryOfStep() {
    return ofStep.figures();
  }

  /** Returns findings about times in which no operation succeeded. */
  List<Finding> findings() {
    return Optional.ofNullable(course().failureCourse()).stream()
        .flatMap(all -> all.disruptions().stream())
        .filter(each -> each.silence() != null)
        .limit(TOLD_MAX)
        .map(each -> new Finding(FindingCode.OUTAGE, Severity.INFO, "Outage: " + each.text() + "."))
        .toList();
  }
}
