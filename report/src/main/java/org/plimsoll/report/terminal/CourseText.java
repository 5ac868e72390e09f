package org.plimsoll.report.terminal;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.result.Course;
import org.plimsoll.result.Course.Disruption;
import org.plimsoll.result.Course.Failures;
import org.plimsoll.result.Course.Segment;
import org.plimsoll.result.Figures;

/**
 * The course of a measurement as text: the times of failures, and the figures before and after each
 * change.
 */
public final class CourseText {
  /** The columns of {@link #cells}. */
  public static final List<String> TITLES =
      List.of("rate", "errors", "mean", "p50", "p95", "p99", "max");

  private static final List<String> LATENCIES = List.of("mean", "p50", "p95", "p99", "max");
  private static final List<String> WIDE = List.of("p95", "max");
  private static final int TIME_COLUMNS = 12;
  private static final int FIGURE_COLUMNS = 9;
  private static final int DISRUPTIONS_MAX = 5;

  private CourseText() {}

  /** Returns the times of failures as lines that fit the screen; empty if nothing failed. */
  static List<String> failures(Course course, Screen screen) {
    List<String> lines = new ArrayList<>();
    failures(course)
        .forEach(line -> lines.addAll(screen.wrap(lines.isEmpty() ? line : "  " + line, "    ")));
    return lines;
  }

  /** Returns the times of failures and each disruption as sentences; empty if nothing failed. */
  public static List<String> failures(Course course) {
    Failures failures = course.failureCourse();
    if (failures == null) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "failed first at %s, last at %s%s"
            .formatted(
                Figures.clock(failures.firstNanos()),
                Figures.clock(failures.lastNanos()),
                failures.silentNanos() > 0
                    ? "; none succeeded for " + Figures.duration(failures.silentNanos())
                    : ""));
    failures.disruptions().stream()
        .limit(DISRUPTIONS_MAX)
        .map(Disruption::text)
        .forEach(lines::add);
    long more = failures.count() - DISRUPTIONS_MAX;
    if (more > 0) {
      lines.add("and " + Figures.count(more) + " more");
    }
    return lines;
  }

  /** Returns the figures before and after each change as a table; empty without a change. */
  static List<String> segments(Course course, Screen screen) {
    if (course.segments().isEmpty()) {
      return List.of();
    }
    boolean isNarrow = screen.isNarrowerThan(TIME_COLUMNS + TITLES.size() * FIGURE_COLUMNS);
    List<String> lines = new ArrayList<>();
    lines.add(row("by change", TITLES, isNarrow));
    for (Segment segment : course.segments()) {
      if (!segment.change().isEmpty()) {
        lines.addAll(screen.wrap("  " + TerminalText.printable(segment.change()), "    "));
      }
      lines.add(row("  " + Figures.clock(segment.fromNanos()), cells(segment), isNarrow));
    }
    return lines;
  }

  private static String row(String label, List<String> cells, boolean isNarrow) {
    StringBuilder row = new StringBuilder(TerminalText.left(label, TIME_COLUMNS));
    for (int i = 0; i < cells.size(); i++) {
      if (!isNarrow || !WIDE.contains(TITLES.get(i))) {
        row.append(TerminalText.right(cells.get(i), FIGURE_COLUMNS));
      }
    }
    return row.toString();
  }

  /** Returns the figures of a part. */
  public static List<String> cells(Segment segment) {
    List<String> cells = new ArrayList<>();
    cells.add(Figures.shortRate(segment.throughputPerSecond()) + "/s");
    cells.add(Figures.percent(segment.errorShare()));
    LATENCIES.forEach(name -> cells.add(LatencyCell.marked(segment.latencyNanos(), name)));
    return cells;
  }
}
