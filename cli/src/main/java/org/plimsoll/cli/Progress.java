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
  private final long loadNanos;
  private long fillNanos;
  private boolean lineOpen;

  /**
   * Tells of one run.
   *
   * @param loadNanos warm-up and measurement, 0 when their end is not known
   */
  Progress(Console console, long loadNanos) {
    this.console = console;
    this.loadNanos = loadNanos;
  }

  @Override
  public void started(RunStart start) {
    console.say("target " + start.target() + ", seed " + start.seed());
  }

  @Override
  public void interval(Interval interval, Map<String, Histogram> histograms) {
    if (interval.phase().equals("fill")) {
      fillNanos = interval.atNanos();
    }
    // How long a fill takes is known when it has ended.
    boolean known = loadNanos > 0 && fillNanos < interval.atNanos();
    long totalNanos = known ? fillNanos + loadNanos : 0;
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
