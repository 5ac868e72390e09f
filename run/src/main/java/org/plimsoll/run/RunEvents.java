package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.plimsoll.analysis.verdict.Elasticity;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.result.ErrorSamples;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.LogLine;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.Finding;

/**
 * Delivers the events, intervals and end of a run to its listeners, one at a time and none after
 * the end. Also measures how long figures take to settle after each change. Thread-safe.
 */
final class RunEvents {
  private final List<RunListener> listeners;
  private final Clock clock;
  private final RunOrigin origin;
  private final EventLimit limit = new EventLimit();
  private final RepeatedEvents repeated = new RepeatedEvents();
  private final WallClockWatch wallClock;

  // Guarded by this, like the following fields.
  private final Elasticity elasticity = new Elasticity();
  private boolean finished;

  RunEvents(List<RunListener> listeners, Clock clock, RunOrigin origin) {
    this.listeners = new CopyOnWriteArrayList<>(listeners);
    this.clock = clock;
    this.origin = origin;
    this.wallClock = new WallClockWatch(origin);
  }

  void listen(RunListener listener) {
    listeners.add(listener);
  }

  synchronized boolean isFinished() {
    return finished;
  }

  void started(RunStart start) {
    listeners.forEach(listener -> listener.started(start));
  }

  /** Ends the run without a summary. */
  synchronized void failed(String problem) {
    if (!finished) {
      tell(repeated.rest());
      finished = true;
      listeners.forEach(listener -> listener.failed(problem));
    }
  }

  /**
   * Reports an event now, or later as a group with its repetitions. The event is dropped if there
   * are too many of its kind.
   */
  void event(EventKind kind, String text) {
    long nowNanos = clock.nanoTime();
    if (!repeated.takes(kind, text, nowNanos) && limit.admits(kind, nowNanos)) {
      eventAt(nowNanos, kind, text);
    }
  }

  private void tell(List<RepeatedEvents.Group> groups) {
    for (RepeatedEvents.Group group : groups) {
      if (limit.admits(group.kind(), clock.nanoTime(), group.count())) {
        RunEvent.Repeats repeats =
            group.count() == 1
                ? null
                : new RunEvent.Repeats(group.count(), origin.sinceStart(group.lastNanos()));
        long sinceStart = origin.sinceStart(group.firstNanos());
        deliver(
            group.firstNanos(),
            new RunEvent(sinceStart, group.kind(), group.text(), null, null, repeats));
      }
    }
  }

  void eventAt(long atNanos, EventKind kind, String text) {
    deliver(atNanos, new RunEvent(origin.sinceStart(atNanos), kind, text));
  }

  /** Reports an event with a period, unless there are too many of its kind. */
  void periodAt(long atNanos, EventKind kind, String text, RunEvent.Period period) {
    if (limit.admits(kind, clock.nanoTime())) {
      deliver(atNanos, new RunEvent(origin.sinceStart(atNanos), kind, text, null, period));
    }
  }

  /** Reports that a phase of all scenarios starts at an instant, which may be in the future. */
  void phase(Phase phase, long atNanos) {
    eventAt(atNanos, EventKind.PHASE, phase.begins());
  }

  /** Reports that a trial of a search starts at an instant. */
  void trial(String name, long atNanos) {
    eventAt(atNanos, EventKind.PHASE, name + " begins");
  }

  /** Reports that a parameter has changed now. */
  void changed(RunEvent.Change change) {
    long nowNanos = clock.nanoTime();
    deliver(
        nowNanos,
        new RunEvent(origin.sinceStart(nowNanos), EventKind.PARAMETER, change.text(), change));
  }

  private synchronized void deliver(long atNanos, RunEvent event) {
    if (finished) {
      return;
    }
    listeners.forEach(listener -> listener.event(event));
    RunEvent.Period period = event.period();
    boolean begins =
        event.kind() == EventKind.ACTION && period != null && period.lengthNanos() == null;
    if (begins || event.kind() == EventKind.TARGET || event.kind() == EventKind.PARAMETER) {
      elasticity
          .changed(event.atNanos(), event.text())
          .ifPresent(finding -> eventAt(atNanos, EventKind.SETTLED, finding.text()));
    }
  }

  /**
   * Reports repeated events, the number of events of each kind that were omitted in a past minute,
   * and wall-clock changes. Called once a second.
   */
  void second(long nowNanos) {
    tell(repeated.over(nowNanos));
    limit.over(nowNanos).forEach(text -> eventAt(nowNanos, EventKind.WARNING, text));
    wallClock
        .look(nowNanos, clock.instant())
        .ifPresent(text -> eventAt(nowNanos, EventKind.WARNING, text));
  }

  synchronized void interval(Interval interval, Map<String, Histogram> histograms) {
    if (!finished) {
      listeners.forEach(listener -> listener.interval(interval, histograms));
    }
  }

  synchronized void added(Interval interval, Map<String, Histogram> histograms) {
    if (!finished) {
      listeners.forEach(listener -> listener.added(interval, histograms));
    }
  }

  synchronized void errorSamples(ErrorSamples samples) {
    if (!finished) {
      listeners.forEach(listener -> listener.errorSamples(samples));
    }
  }

  synchronized void log(List<LogLine> lines) {
    if (!finished) {
      listeners.forEach(listener -> listener.log(lines));
    }
  }

  /** Adds an interval of the measurement to the check of settling times. */
  synchronized void settles(Consumer<Elasticity> interval) {
    interval.accept(elasticity);
  }

  /** Returns findings about settling times and failed listeners. */
  synchronized List<Finding> troubles() {
    Optional<Finding> _ = elasticity.end();
    List<Finding> troubles = new ArrayList<>(elasticity.findings());
    listeners.forEach(listener -> listener.trouble().ifPresent(troubles::add));
    return troubles;
  }

  /** Ends the run with its summary. */
  synchronized void finished(Summary summary) {
    tell(repeated.rest());
    summary
        .verdict()
        .findings()
        .forEach(
            finding -> event(EventKind.FINDING, finding.code().text() + ": " + finding.text()));
    limit.rest().forEach(text -> eventAt(clock.nanoTime(), EventKind.WARNING, text));
    finished = true;
    listeners.forEach(listener -> listener.finished(summary));
  }
}
