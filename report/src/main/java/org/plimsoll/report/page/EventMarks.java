package org.plimsoll.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.report.terminal.TerminalText;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Figures;
import org.plimsoll.result.RunEvent;

/**
 * The events of a run as numbered marks on a time axis. Events that are close together share a
 * mark. Findings have no mark, because they concern the whole run. Disturbances of the generator
 * have no mark, because they are shaded.
 */
final class EventMarks {
  /** Marks closer than this share of the axis width are merged. */
  private static final double APART = 0.012;

  private final List<Mark> marks = new ArrayList<>();
  private final Map<RunEvent, Integer> numbers = new HashMap<>();

  /** A mark with a short {@code label} and a full {@code text}. */
  record Mark(int number, long atNanos, String label, String text) {}

  EventMarks(List<RunEvent> events, double axisNanos) {
    List<RunEvent> group = new ArrayList<>();
    // A phase is announced in advance, with a time in the future.
    List<RunEvent> inTime =
        events.stream().sorted(Comparator.comparingLong(RunEvent::atNanos)).toList();
    for (RunEvent event : inTime) {
      if (event.kind() == EventKind.FINDING || event.kind() == EventKind.GENERATOR) {
        continue;
      }
      if (!group.isEmpty() && event.atNanos() - group.getFirst().atNanos() > APART * axisNanos) {
        close(group);
      }
      group.add(event);
    }
    close(group);
  }

  List<Mark> marks() {
    return marks;
  }

  /** Returns the number of an event's mark as text; empty if it has none. */
  String numberOf(RunEvent event) {
    Integer number = numbers.get(event);
    return number == null ? "" : String.valueOf(number);
  }

  private void close(List<RunEvent> group) {
    if (group.isEmpty()) {
      return;
    }
    int number = marks.size() + 1;
    StringBuilder text = new StringBuilder();
    for (RunEvent event : group) {
      numbers.put(event, number);
      text.append(text.isEmpty() ? "" : "; ")
          .append(Figures.clock(event.atNanos()))
          .append(' ')
          .append(event.text());
    }
    RunEvent first = group.getFirst();
    String label = first.text().replaceFirst(" begins$", "");
    if (group.size() > 1) {
      label = TerminalText.fit(label, 32) + " +" + (group.size() - 1);
    }
    marks.add(new Mark(number, first.atNanos(), label, text.toString()));
    group.clear();
  }
}
