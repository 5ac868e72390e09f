package org.plimsoll.cli;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.plimsoll.report.folder.ReportedIntervals;
import org.plimsoll.report.terminal.ProgressLine;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;

/**
 * Prints the progress of a run each second or less often: one rewritten line on a terminal, else
 * plain lines.
 */
final class Progress implements RunListener {
  private final Console console;
  private final LiveLine line;
  private final long loadNanos;
  private final boolean hasTable;
  private final ReportedIntervals reported;
  private long fillNanos; // start of the load, if known

  /**
   * Creates the progress output of one run.
   *
   * @param loadNanos length of warm-up and measurement; 0 if it is not known
   * @param hasTable whether a table with the findings follows
   */
  Progress(Console console, long loadNanos, boolean hasTable) {
    this(console, loadNanos, hasTable, TimeUnit.SECONDS.toNanos(1));
  }

  /**
   * Creates the progress output of one run.
   *
   * @param everyNanos length of the intervals that are reported, from 1 s to 60 s
   */
  Progress(Console console, long loadNanos, boolean hasTable, long everyNanos) {
    this.reported = new ReportedIntervals(everyNanos, this::report);
    this.hasTable = hasTable;
    this.console = console;
    this.line = new LiveLine(console);
    this.loadNanos = loadNanos;
  }

  @Override
  public void started(RunStart start) {
    console.say("target " + start.target() + ", seed " + start.seed());
  }

  @Override
  public void interval(Interval interval, Map<String, Histogram> histograms) {
    reported.add(interval, histograms);
  }

  private void report(Interval interval) {
    if (interval.window().phase() == Phase.FILL) {
      fillNanos = interval.window().atNanos();
    }
    // The length of a fill is known only at its end.
    boolean known = loadNanos > 0 && fillNanos < interval.window().atNanos();
    long totalNanos = known ? fillNanos + loadNanos : 0;
    if (console.terminal()) {
      line.show(interval, totalNanos);
    } else {
      console.say(ProgressLine.plain(interval, totalNanos, console.columns()));
    }
  }

  @Override
  public void event(RunEvent event) {
    if (event.kind() == EventKind.PHASE && event.text().equals(Phase.WARMUP.begins())) {
      // Opening the sessions may also have taken a long time.
      fillNanos = Math.max(fillNanos, event.atNanos());
    }
    boolean isRepeated = hasTable && event.kind() == EventKind.FINDING;
    if (event.kind() != EventKind.PHASE && !isRepeated) {
      line.say(event.kind().text() + ": " + event.text());
    }
  }

  @Override
  public void finished(Summary summary) {
    end();
  }

  /** Prints the remaining lines, and clears the status line. */
  void end() {
    reported.end();
    line.end();
  }
}
