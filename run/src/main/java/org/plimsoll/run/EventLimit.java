package org.plimsoll.run;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.plimsoll.result.EventKind;

/**
 * Limits the number of events of each kind per minute, and counts the others. Otherwise a store
 * that is down for weeks would fill the disk with events about reopened sessions. Thread-safe.
 */
final class EventLimit {
  static final int TOLD_EACH_MINUTE = 20;

  /**
   * Kinds of events that external causes may repeat without limit. The run itself limits the
   * others.
   */
  private static final Set<EventKind> LIMITED =
      EnumSet.of(
          EventKind.SESSION,
          EventKind.TARGET,
          EventKind.ACTION,
          EventKind.WARNING,
          EventKind.STALL,
          EventKind.OUTAGE,
          EventKind.SLO,
          EventKind.VALIDITY);

  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Map<EventKind, Minute> minutes = new EnumMap<>(EventKind.class);

  private static final class Minute {
    final long untilNanos;
    int told;
    long heldBack;

    Minute(long untilNanos) {
      this.untilNanos = untilNanos;
    }
  }

  /** Returns whether an event of this kind may be reported now. */
  boolean admits(EventKind kind, long nowNanos) {
    return admits(kind, nowNanos, 1);
  }

  /**
   * Returns whether an event of this kind may be reported now.
   *
   * @param count number of events that the event summarizes
   */
  synchronized boolean admits(EventKind kind, long nowNanos, long count) {
    if (!LIMITED.contains(kind)) {
      return true;
    }
    Minute minute = minutes.computeIfAbsent(kind, _ -> new Minute(nowNanos + MINUTE_NANOS));
    if (minute.told == TOLD_EACH_MINUTE) {
      minute.heldBack += count;
      return false;
    }
    minute.told++;
    return true;
  }

  /**
   * Ends the minutes that have passed, and returns a sentence for each kind that was limited in one
   * of them.
   */
  List<String> over(long nowNanos) {
    return ended(nowNanos, false);
  }

  /** Ends all minutes, and returns a sentence for each kind that was limited. */
  List<String> rest() {
    return ended(0, true);
  }

  private synchronized List<String> ended(long nowNanos, boolean all) {
    List<String> counted = new ArrayList<>();
    minutes
        .entrySet()
        .removeIf(each -> {
          Minute minute = each.getValue();
          boolean isOver = all || nowNanos - minute.untilNanos >= 0;
          if (isOver && minute.heldBack > 0) {
            counted.add(
                "%,d more events of the kind '%s' within a minute"
                    .formatted(minute.heldBack, each.getKey().text()));
          }
          return isOver;
        });
    return counted;
  }
}
