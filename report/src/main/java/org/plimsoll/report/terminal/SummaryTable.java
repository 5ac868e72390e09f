package org.plimsoll.report.terminal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.terminal.TerminalText.Color;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Confidence;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.DriverCounts;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Latency;
import org.plimsoll.result.OperationErrors;
import org.plimsoll.result.Severity;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/** Renders the result of a run as a table that fits the screen. */
public final class SummaryTable {
  private static final int LABEL_COLUMNS = 13;
  private static final int FIGURE_COLUMNS = 8;

  /** Width of the table with all figures. */
  private static final int TABLE_COLUMNS = LABEL_COLUMNS + 8 * FIGURE_COLUMNS;

  private static final int NUMBER_COLUMNS = 14;

  private final Summary summary;
  private final Screen screen;
  private final boolean ansi;
  private final boolean isNarrow;
  private final int labelColumns;
  private final List<String> lines = new ArrayList<>();
  private boolean hasFew;
  private final Set<LatencyCell.Kind> kinds = EnumSet.noneOf(LatencyCell.Kind.class);

  private SummaryTable(Summary summary, Screen screen) {
    this.summary = summary;
    this.screen = screen;
    ansi = screen.ansi();
    isNarrow = screen.isNarrowerThan(TABLE_COLUMNS);
    labelColumns = isNarrow ? LABEL_COLUMNS - 1 : LABEL_COLUMNS;
  }

  /**
   * Renders the table; each line ends with a line break.
   *
   * @param folder the run folder that the text names; null if there is none
   */
  public static String of(Summary summary, @Nullable Path folder, Screen screen) {
    return new SummaryTable(summary, screen).render(folder);
  }

  private String render(@Nullable Path folder) {
    header();
    lines.add("");
    latencies();
    iterations();
    errors();
    course();
    timed();
    counted();
    consistency();
    verdict();
    if (folder != null) {
      lines.add("");
      lines.add(Color.DIM.paint("Details: plimsoll report " + shell(folder.toString()), ansi));
    }
    return String.join("\n", lines) + "\n";
  }

  private static String shell(String path) {
    String safe = TerminalText.printable(path);
    return safe.matches("[\\p{L}\\p{N}/._~+-]+") ? safe : "'" + safe.replace("'", "'\\''") + "'";
  }

  private void header() {
    String target = TerminalText.printable(summary.run().target());
    lines.add(Color.BOLD.paint(screen.fit(target), ansi));
    Summary.LoadFigures figures = summary.figures();
    Summary.LoadInfo load = figures.load();
    StringBuilder text = new StringBuilder();
    if (summary.details().scenarios().size() > 1) {
      text.append(summary.details().scenarios().size()).append(" scenarios, ");
    }
    text.append(load.model()).append(" load");
    Integer workers = load.workers();
    if (workers != null) {
      text.append(", ")
          .append(Figures.count(workers))
          .append(workers == 1 ? " worker" : " workers");
    }
    text.append(": ").append(Figures.rate(figures.throughputPerSecond()));
    Double rate = load.targetPerSecond();
    if (rate != null) {
      text.append(" of ").append(Figures.rate(rate));
      if (rate > 0) {
        text.append(" (").append(Figures.percent(figures.throughputPerSecond() / rate)).append(")");
      }
    }
    text.append(" for ").append(Figures.duration(summary.elapsedNanos()));
    Double goodput = figures.rates().goodputPerSecond();
    if (goodput != null && goodput < figures.throughputPerSecond()) {
      text.append(", goodput ").append(Figures.rate(goodput));
    }
    if (figures.bytesPerSecond() > 0) {
      text.append(", ").append(Figures.bytes(figures.bytesPerSecond())).append("/s");
    }
    wrap(text.toString(), "  ", Color.PLAIN);
  }

  private void latencies() {
    StringBuilder titles = new StringBuilder(TerminalText.left("", labelColumns));
    LatencyCell.names(isNarrow)
        .forEach(
            name -> titles.append(TerminalText.right(LatencyCell.title(name), FIGURE_COLUMNS)));
    lines.add(Color.DIM.paint(titles.toString(), ansi));
    ResultRow.of(summary).forEach(this::operation);
    if (kinds.contains(LatencyCell.Kind.CENSORED)) {
      note("> means: " + LatencyCell.CENSORED + ".");
    }
    if (kinds.contains(LatencyCell.Kind.UNSUPPORTED)) {
      note(Figures.NONE + " means: " + LatencyCell.UNSUPPORTED + ".");
    }
    if (kinds.contains(LatencyCell.Kind.MEANLESS)) {
      note(Figures.NONE + " as a mean means: " + LatencyCell.MEANLESS + ".");
    }
    if (hasFew) {
      note("[few successes] means: " + LatencyCell.FEW + ".");
    }
    if (kinds.contains(LatencyCell.Kind.ABSENT)) {
      note(Figures.NONE + " in a whole row means: " + LatencyCell.ABSENT + ".");
    }
  }

  private void note(String text) {
    wrap(text, "  ", Color.DIM);
  }

  private void operation(ResultRow row) {
    Summary.OperationSummary operation = row.operation();
    String heading =
        "%s  %s (%s)"
            .formatted(
                TerminalText.fit(TerminalText.printable(row.name()), screen.columns() / 2),
                Figures.count(operation.counts().answered()),
                Figures.rate(operation.throughputPerSecond()));
    Latency response = operation.responseNanos();
    boolean isOfFew = operation.serviceNanos().leavesOutFailures();
    hasFew |= isOfFew;
    lines.add(
        Color.BOLD.paint(heading, ansi)
            + errors(operation)
            + mark(row.validity())
            + (isOfFew ? "  " + Color.YELLOW.paint("[few successes]", ansi) : ""));
    if (response != null) {
      row("response", response);
      confidence(response);
    }
    row("service", operation.serviceNanos());
    if (response == null) {
      confidence(operation.serviceNanos());
    }
  }

  private String errors(Summary.OperationSummary operation) {
    return OperationErrors.count(operation) == 0
        ? ""
        : ", " + Color.RED.paint(OperationErrors.text(operation) + " errors", ansi);
  }

  private String mark(Validity validity) {
    return validity.isDisturbed()
        ? "  " + Color.of(validity).paint("[" + validity.text() + "]", ansi)
        : "";
  }

  /** Adds each measure phase, if there are several. */
  private void iterations() {
    List<String> rows = IterationRow.table(summary, screen, isNarrow);
    if (!rows.isEmpty()) {
      lines.add("");
      lines.addAll(rows);
    }
  }

  /** Returns the width of a name that has a number after it. */
  private int nameColumns() {
    return Math.min(58, screen.columns() - 2 - NUMBER_COLUMNS);
  }

  private void row(String label, Latency latency) {
    StringBuilder row = new StringBuilder(TerminalText.left("  " + label, labelColumns));
    for (String name : LatencyCell.names(isNarrow)) {
      LatencyCell cell = LatencyCell.of(latency, name);
      kinds.add(cell.kind());
      Color color = cell.kind() == LatencyCell.Kind.CENSORED ? Color.RED : Color.PLAIN;
      row.append(color.paint(TerminalText.right(cell.text(), FIGURE_COLUMNS), ansi));
    }
    lines.add(row.toString());
  }

  /**
   * Adds the confidence interval of each figure in the row above, relative to the figure; adds
   * nothing if there is none.
   */
  private void confidence(Latency latency) {
    Confidence confidence = latency.confidence();
    if (confidence == null || confidence.intervals().isEmpty()) {
      return;
    }
    StringBuilder figures = new StringBuilder();
    for (String name : LatencyCell.names(isNarrow)) {
      figures.append(TerminalText.right(LatencyCell.halfWidth(latency, name), FIGURE_COLUMNS));
    }
    if (!figures.toString().isBlank()) { // the interval may be about a figure that this table omits
      String label = "    ± " + Figures.percent(confidence.level());
      String row = TerminalText.left(label, labelColumns) + figures.toString().stripTrailing();
      lines.add(Color.DIM.paint(row, ansi));
    }
  }

  private void errors() {
    Summary.OperationSummary all = summary.figures().operations().get("all");
    Accounting accounting = summary.accounting();
    Map<String, Long> failures = all == null ? Map.of() : all.failures();
    if (all != null && !failures.isEmpty()) {
      lines.add("");
      long sum = failures.values().stream().mapToLong(Long::longValue).sum();
      String share =
          accounting.scheduled() > 0
              ? " (" + Figures.percent((double) sum / (double) accounting.scheduled()) + ")"
              : "";
      lines.add(Color.RED.paint("errors  " + Figures.count(sum) + share, ansi));
      failures.entrySet().stream()
          .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
          .forEach(e -> {
            lines.add(
                "  "
                    + TerminalText.left(TerminalText.printable(e.getKey()), nameColumns())
                    + TerminalText.right(Figures.count(e.getValue()), NUMBER_COLUMNS));
            String said = all.failureMessages().get(e.getKey());
            if (said != null) {
              wrap("    first: " + TerminalText.printable(said), "      ", Color.DIM);
            }
          });
    }
    if (accounting.answered().notFound() > 0) {
      lines.add("");
      lines.add("not found  " + Figures.count(accounting.answered().notFound()));
    }
    if (accounting.clientCached() > 0) {
      lines.add("");
      lines.add("answered by the client cache  " + Figures.count(accounting.clientCached()));
    }
    Summary.Elsewhere elsewhere = summary.figures().elsewhere();
    if (elsewhere.lateAnswers() > 0) {
      lines.add("");
      lines.add("answered after the deadline  " + Figures.count(elsewhere.lateAnswers()));
    }
    if (elsewhere.drainedAnswers() > 0) {
      lines.add("");
      lines.add("answered in the drain  " + Figures.count(elsewhere.drainedAnswers()));
    }
    if (accounting.unfinished() > 0) {
      lines.add("");
      lines.add("unfinished when the run stopped  " + Figures.count(accounting.unfinished()));
    }
  }

  /**
   * Adds the driver's timings. If a name is too long for its column, the figures are on the next
   * line.
   */
  private void timed() {
    if (summary.driver().timingNanos().isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("timed by the driver");
    new TreeMap<>(summary.driver().timingNanos())
        .forEach((name, times) -> {
          String label = TerminalText.printable(name);
          boolean fits = TerminalText.width(label) <= labelColumns - 2;
          if (!fits) {
            lines.add("  " + TerminalText.fit(label, screen.columns() - 2));
          }
          row(fits ? label : "", times);
        });
  }

  /** Adds the driver's counters that are not zero. */
  private void counted() {
    Map<String, Long> counts = new TreeMap<>(summary.driver().counters());
    counts.values().removeIf(count -> count == 0);
    if (!counts.isEmpty()) {
      lines.add("");
      lines.add("counted by the driver");
      DriverCounts.texts(counts)
          .forEach((name, text) ->
              lines.add(
                  "  "
                      + TerminalText.left(TerminalText.printable(name), nameColumns())
                      + TerminalText.right(text, NUMBER_COLUMNS)));
    }
  }

  /** Adds the times of failures, and the figures before and after each change. */
  private void course() {
    for (List<String> part :
        List.of(
            CourseText.failures(summary.details().course(), screen),
            CourseText.segments(summary.details().course(), screen))) {
      if (!part.isEmpty()) {
        lines.add("");
        lines.addAll(part);
      }
    }
  }

  private void consistency() {
    ConsistencySummary found = summary.details().consistency();
    if (found == null) {
      return;
    }
    lines.add("");
    lines.add(Color.BOLD.paint("consistency", ansi));
    ConsistencyText.lines(found)
        .forEach((label, text) ->
            wrap("  " + TerminalText.left(label, 22) + text, " ".repeat(24), Color.PLAIN));
  }

  private void verdict() {
    Summary.Verdict verdict = summary.verdict();
    lines.add("");
    String validity = Color.of(verdict.validity()).paint(verdict.validity().text(), ansi);
    String slo =
        verdict.slo() == SloOutcome.NONE
            ? ""
            : ", SLO " + sloColor(verdict.slo()).paint(verdict.slo().text(), ansi);
    lines.add(Color.BOLD.paint("verdict", ansi) + "  " + validity + slo);
    for (Summary.SloResult objective : verdict.objectives()) {
      String observed =
          objective.observed() == null
              ? ""
              : " (" + Observed.text(objective.objective(), objective.observed()) + ")";
      wrap(
          "  "
              + TerminalText.printable(objective.text())
              + "  "
              + objective.result().text()
              + observed,
          "    ",
          sloColor(objective.result()));
    }
    for (Summary.Finding finding : verdict.findings()) {
      wrap("  " + TerminalText.printable(finding.text()), "    ", severity(finding.severity()));
    }
  }

  private void wrap(String text, String indent, Color color) {
    screen.wrap(text, indent).forEach(line -> lines.add(color.paint(line, ansi)));
  }

  private static Color severity(Severity severity) {
    return severity == Severity.INFO ? Color.PLAIN : Color.of(severity.validity());
  }

  private static Color sloColor(SloOutcome slo) {
    return switch (slo) {
      case PASSED -> Color.GREEN;
      case FAILED -> Color.RED;
      default -> Color.YELLOW;
    };
  }
}
