package org.plimsoll.cli;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.plimsoll.engine.report.Interval;
import org.plimsoll.engine.report.ProgressLine;
import org.plimsoll.engine.report.RunEvent;
import org.plimsoll.engine.report.RunListener;
import org.plimsoll.engine.report.RunStart;
import org.plimsoll.engine.report.Summary;

/** Tells the user each second how the run goes: one line that is rewritten, or plain lines. */
final class Progress implements RunListener {
  private static final String CLEAR_LINE = "\r\033[K";

  private final Console console;
  private final long totalNanos;
  private boolean lineOpen;

  Progress(Console console, long totalNanos) {
    this.console = console;
    this.totalNanos = totalNanos;
  }

  @Override
  public void started(RunStart start) {
    console.say("target " + start.target() + ", seed " + start.seed());
  }

  @Override
  public void interval(Interval interval, Map<String, Histogram> histograms) {
    if (console.terminal()) {
      String line = ProgressLine.status(interval, totalNanos, console.colours());
      console.err().print(CLEAR_LINE + line);
      console.err().flush();
      lineOpen = true;
    } else {
      console.say(ProgressLine.plain(interval, totalNanos));
    }
  }

  @Override
  public void event(RunEvent event) {
    if (!event.kind().equals("phase")) {
      endLine();
      console.say(event.kind() + ": " + event.text());
    }
  }

  @Override
  public void finished(Summary summary) {
    endLine();
  }

  private void endLine() {
    if (lineOpen) {
      console.err().print(CLEAR_LINE);
      lineOpen = false;
    }
  }
}
