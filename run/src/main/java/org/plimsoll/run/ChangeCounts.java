package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.plimsoll.analysis.verdict.JoinedChanges;
import org.plimsoll.result.CountedPart;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;

/**
 * The driver's counts of a measurement before and after each change, without the second of the
 * change. Thread-safe.
 */
final class ChangeCounts implements RunListener {
  /** Maximum number of parts. The last part also includes the time after further changes. */
  static final int KEPT = 50;

  private final List<CountedPart> ended = new ArrayList<>();
  private final JoinedChanges changes = new JoinedChanges();
  private Map<String, Long> counts = new TreeMap<>();
  private long fromNanos;
  private long toNanos;
  private long lengthNanos;
  private long changedNanos = Long.MIN_VALUE;

  @Override
  public synchronized void event(RunEvent event) {
    RunEvent.Change its = event.change();
    boolean isChange = event.kind() == EventKind.TARGET || (its != null && !its.derived());
    if (!isChange || ended.size() >= KEPT - 1) {
      return;
    }
    if (lengthNanos > 0) {
      ended.add(part());
      counts = new TreeMap<>();
      lengthNanos = 0;
      changes.clear();
      changes.add(event.text());
    } else if (!ended.isEmpty()) {
      changes.add(event.text());
    } // otherwise the change was before the measurement
    changedNanos = event.atNanos();
  }

  @Override
  public synchronized void interval(Interval interval, Map<String, Histogram> nanosByTag) {
    Interval.Window window = interval.window();
    if (window.phase() != Phase.MEASURE || window.startNanos() < changedNanos) {
      return;
    }
    if (lengthNanos == 0) {
      fromNanos = window.startNanos();
    }
    toNanos = window.atNanos();
    lengthNanos += window.lengthNanos();
    interval.counters().forEach((name, count) -> counts.merge(name, count, Long::sum));
  }

  /** Returns the parts so far; empty without a change, or without counts. */
  synchronized List<CountedPart> parts() {
    List<CountedPart> all = new ArrayList<>(ended);
    if (lengthNanos > 0) {
      all.add(part());
    }
    boolean isCounted = all.stream().anyMatch(part -> !part.counters().isEmpty());
    return all.size() > 1 && isCounted ? all : List.of();
  }

  private CountedPart part() {
    return new CountedPart(fromNanos, toNanos, changes.text(), lengthNanos, counts);
  }
}
