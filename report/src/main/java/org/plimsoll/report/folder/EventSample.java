package org.plimsoll.report.folder;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;

/**
 * A bounded sample of a run's events. Changes and phases explain the figures and are rare, so the
 * latest of them are kept, however many sessions were reconnected. Of all other events, the first
 * and the latest are kept.
 */
public final class EventSample {
  private static final Set<EventKind> EXPLAINING =
      EnumSet.of(EventKind.PHASE, EventKind.STALL, EventKind.OUTAGE, EventKind.SLO);

  private static final int EXPLAINING_MAX = 2000;
  private static final int FIRST_MAX = 500;
  private static final int LAST_MAX = 500;

  private final Deque<Numbered> explaining = new ArrayDeque<>();
  private final List<Numbered> first = new ArrayList<>();
  private final Deque<Numbered> last = new ArrayDeque<>();
  private long count;

  /** An event with its number, because several can have the same time. */
  private record Numbered(long number, RunEvent event) {}

  /** Adds the next event. */
  public void add(RunEvent event) {
    Numbered next = new Numbered(count++, event);
    if (event.change() != null || EXPLAINING.contains(event.kind())) {
      add(explaining, next, EXPLAINING_MAX);
    } else if (first.size() < FIRST_MAX) {
      first.add(next);
    } else {
      add(last, next, LAST_MAX);
    }
  }

  private static void add(Deque<Numbered> to, Numbered next, int most) {
    to.addLast(next);
    if (to.size() > most) {
      to.removeFirst();
    }
  }

  /** Returns the kept events in order. */
  public List<RunEvent> inOrder() {
    List<Numbered> all = new ArrayList<>(first);
    all.addAll(last);
    all.addAll(explaining);
    all.sort(Comparator.comparingLong(Numbered::number));
    return all.stream().map(Numbered::event).toList();
  }
}
