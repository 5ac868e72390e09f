package org.plimsoll.cli;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.plimsoll.report.terminal.TuneTable;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TuneResult.TrialResult;

/**
 * Prints the progress of a search: a line for each trial and, on a terminal, the current second.
 */
final class SearchProgress implements RunListener {
  private final Console console;
  private final LiveLine line;
  private final boolean closed;

  SearchProgress(Console console, boolean closed) {
    this.console = console;
    this.line = new LiveLine(console);
    this.closed = closed;
  }

  @Override
  public void started(RunStart start) {
    begin(start.target(), String.valueOf(start.seed()));
  }

  /** Prints the head of the table of trials. */
  void begin(String target, String seed) {
    console.say("target " + target + ", seed " + seed);
    console.say(TuneTable.head(closed, console.screen()));
  }

  @Override
  public void interval(Interval interval, Map<String, Histogram> histograms) {
    line.show(interval, 0);
  }

  /** Prints a trial that has ended. */
  void tried(TrialResult trial) {
    line.say(TuneTable.line(trial, console.screen()));
    TuneTable.explanation(trial, console.screen()).forEach(console::say);
  }

  @Override
  public void event(RunEvent event) {
    if (event.kind() != EventKind.PHASE && event.kind() != EventKind.TRIAL) {
      line.say(event.kind().text() + ": " + event.text());
    }
  }

  @Override
  public void finished(Summary summary) {
    end();
  }

  /** Ends the output; nothing more is printed. */
  void end() {
    line.end();
  }
}
