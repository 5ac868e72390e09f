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
 * The events of a run as numbered marks on a time axis. Events that would fall on one another share
 * a mark; findings have none, since they are about the whole run.
 */
final class EventMarks {
  /** Marks closer than this share of the axis are one. */
  private static final double APART = 0.012;

  private final List<Mark> marks = new ArrayList<>();
  private final Map<RunEvent, Integer> numbers = new HashMap<>();

  /** A mark; {@code label} is short, {@code text} tells all. */
  record Mark(int number, long atNanos, String label, String text) {}

  EventMarks(List<RunEvent> events, double axisNanos) {
    List<RunEvent> group = new ArrayList<>();
    // A phase is told when it is planned, at an instant ahead.
    List<RunEvent> inTime =
        events.stream().sorted(Comparator.comparingLong(RunEvent::atNanos)).toList();
    for (RunEvent event : inTime) {
      if (event.kind() == EventKind.FINDING) {
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

  /** The number of an event's mark, or nothing. */
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
