package org.plimsoll.report.terminal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.terminal.TerminalText.Color;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Latency;
import org.plimsoll.result.TuneResult;
import org.plimsoll.result.TuneResult.KneeResult;
import org.plimsoll.result.TuneResult.LineResult;
import org.plimsoll.result.TuneResult.TrialResult;

/** Renders a search as a table that fits the screen. Its lines are also used for the progress. */
public final class TuneTable {
  private static final List<Integer> COLUMNS = List.of(3, 9, 10, 8, 9, 9, 9, 9);

  /** Width of the table with all columns. */
  private static final int TABLE_COLUMNS = 76;

  /** Columns that a narrow table omits: the length and the share of the bound. */
  private static final List<Integer> WIDE = List.of(3, 7);

  private static final int SHOWN_MAX = 60;

  private TuneTable() {}

  /** Returns the column headings of {@link #line}. */
  public static String head(boolean isClosed, Screen screen) {
    return cells(
            screen,
            "#",
            " stage",
            isClosed ? "workers" : "rate",
            "for",
            "errors",
            "p50",
            "p99",
            "of bound")
        + "  result";
  }

  /** Renders a trial as a line. */
  public static String line(TrialResult trial, Screen screen) {
    Latency latency = trial.latencyNanos();
    String text =
        cells(
            screen,
            String.valueOf(trial.number()),
            " " + trial.stage(),
            Figures.load(trial.load()),
            Figures.duration(trial.lengthNanos()),
            errors(trial),
            latency == null ? Figures.NONE : cell(latency, "p50"),
            latency == null ? Figures.NONE : cell(latency, "p99"),
            trial.decision().stress().value() > 999
                ? "> 999"
                : Figures.digits(trial.decision().stress().value()));
    Color color =
        switch (trial.decision().outcome()) {
          case PASSED -> Color.GREEN;
          case FAILED -> Color.RED;
          case SPOILED -> Color.YELLOW;
        };
    return text
        + "  "
        + color.paint(
            trial.decision().outcome().text() + (trial.decision().isClose() ? " ~" : ""),
            screen.ansi());
  }

  /** Returns the share of operations that ended in an error. */
  public static String errors(TrialResult trial) {
    Double share = trial.decision().errorShare();
    return share == null ? Figures.NONE : Figures.percent(share);
  }

  /** Renders the whole search; each line ends with a line break. */
  public static String of(TuneResult result, @Nullable Path folder, Screen screen) {
    boolean ansi = screen.ansi();
    List<String> lines = new ArrayList<>();
    String target = TerminalText.printable(result.run().target());
    lines.add(Color.BOLD.paint(screen.fit(target), ansi));
    lines.addAll(
        screen.wrap(
            "  highest "
                + (result.isClosed() ? "number of workers" : "rate")
                + " with "
                + result.search().text()
                + ", by "
                + result.search().method(),
            "  "));
    lines.add("");
    lines.add(Color.DIM.paint(head(result.isClosed(), screen), ansi));
    List<TrialResult> trials = result.trials();
    int hidden = Math.max(0, trials.size() - SHOWN_MAX);
    if (hidden > 0) {
      lines.add("  … " + Figures.count(hidden) + " before");
    }
    for (TrialResult trial : trials.subList(hidden, trials.size())) {
      lines.add(line(trial, screen));
      explanation(trial, screen).forEach(text -> lines.add(Color.DIM.paint(text, ansi)));
    }
    if (trials.stream().anyMatch(each -> each.decision().isClose())) {
      lines.add("");
      lines.addAll(
          screen.wrap(
              "~ means: the 95 % interval contains the bound, so the estimate decided.", ""));
    }
    if (lines.stream().anyMatch(line -> line.contains("s*"))) {
      lines.add("");
      lines.addAll(screen.wrap("* means: " + LatencyCell.FEW + ".", ""));
    }
    lines.add("");
    answer(result, lines, screen);
    if (folder != null) {
      lines.add("");
      lines.addAll(screen.wrap("Details: " + folder.resolve("find-max.html"), "  "));
    }
    return String.join("\n", lines) + "\n";
  }

  /** Renders why a trial was decided or repeated; empty if its figures show the reason. */
  public static List<String> explanation(TrialResult trial, Screen screen) {
    String text = (trial.decision().reason() + " " + trial.why()).strip();
    return text.isEmpty()
        ? List.of()
        : screen.wrap("      " + TerminalText.printable(text), "      ");
  }

  private static void answer(TuneResult result, List<String> lines, Screen screen) {
    LineResult line = result.outcome().line();
    Color color = line.load() > 0 ? Color.BOLD : Color.RED;
    List<String> text = screen.wrap("line     " + line.text(), "         ");
    text.forEach(part -> lines.add(color.paint(part, screen.ansi())));
    KneeResult knee = result.outcome().knee();
    if (knee != null) {
      lines.addAll(screen.wrap("knee     " + kneeText(knee, result.search().unit()), "         "));
    }
  }

  public static String kneeText(KneeResult knee, String unit) {
    return Figures.load(knee.load(), unit)
        + " by Kneedle at the p99 (bootstrap "
        + Figures.load(knee.low(), unit)
        + " to "
        + Figures.load(knee.high(), unit)
        + "); throughput / mean latency is highest at "
        + Figures.load(knee.powerLoad(), unit);
  }

  private static String cell(Latency latency, String name) {
    return LatencyCell.marked(latency, name);
  }

  private static String cells(Screen screen, String... texts) {
    boolean isNarrow = screen.isNarrowerThan(TABLE_COLUMNS);
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < texts.length; i++) {
      if (isNarrow && WIDE.contains(i)) {
        continue;
      }
      int columns = COLUMNS.get(i);
      line.append(
          i == 1 ? TerminalText.left(texts[i], columns) : TerminalText.right(texts[i], columns));
    }
    return line.toString();
  }
}
