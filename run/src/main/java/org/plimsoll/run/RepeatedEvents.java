package org.plimsoll.run;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Figures;

/**
 * Groups repeated events, such as reopened sessions after a stall, into one event with a count. A
 * group is reported after two seconds without a further event, or after ten seconds. Memory is
 * bounded. Thread-safe.
 */
final class RepeatedEvents {
  static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(2);
  static final long LENGTH_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Maximum number of groups; further events are not grouped. */
  static final int GROUPS_MAX = 20;

  /** Kinds of events that can be delayed. */
  private static final Set<EventKind> GROUPED = EnumSet.of(EventKind.SESSION);

  private final Map<String, Group> groups = new LinkedHashMap<>();

  /**
   * A group of events that differ at most in their numbers.
   *
   * @param first text of the first event
   * @param isSame whether all texts are the same
   */
  record Group(
      EventKind kind, String first, boolean isSame, long count, long firstNanos, long lastNanos) {
    private Group with(String text, long atNanos) {
      return new Group(kind, first, isSame && text.equals(first), count + 1, firstNanos, atNanos);
    }

    private boolean isOver(long nowNanos) {
      return nowNanos - lastNanos >= QUIET_NANOS || nowNanos - firstNanos >= LENGTH_NANOS;
    }

    /** Returns the group as a sentence. */
    String text() {
      if (count == 1) {
        return first;
      }
      return "%s, %s %s within %s"
          .formatted(
              first,
              Figures.count(count),
              isSame ? "times" : "such events",
              Figures.duration(Math.max(TimeUnit.MILLISECONDS.toNanos(1), lastNanos - firstNanos)));
    }
  }

  /** Adds an event to its group; returns false if the event must be reported at once. */
  synchronized boolean takes(EventKind kind, String text, long nowNanos) {
    if (!GROUPED.contains(kind)) {
      return false;
    }
    String key = kind + " " + text.replaceAll("\\d+", "#");
    Group group = groups.get(key);
    if (group == null && groups.size() == GROUPS_MAX) {
      return false;
    }
    groups.put(
        key,
        group == null
            ? new Group(kind, text, true, 1, nowNanos, nowNanos)
            : group.with(text, nowNanos));
    return true;
  }

  /** Removes and returns the completed groups, in the order of their first events. */
  synchronized List<Group> over(long nowNanos) {
    List<Group> over = groups.values().stream().filter(group -> group.isOver(nowNanos)).toList();
    groups.values().removeAll(over);
    return over;
  }

  /** Ends all groups and returns them. */
  synchronized List<Group> rest() {
    List<Group> rest = new ArrayList<>(groups.values());
    groups.clear();
    return rest;
  }
}
