package org.plimsoll.cli;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.plimsoll.report.terminal.ProgressLine;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;

/** Tells the user each second how the run goes: one line that is rewritten, or plain lines. */
final class Progress implements RunListener {
  private final Console console;
  private final LiveLine line;
  private final long loadNanos;
  private long fillNanos; // when the load began, as far as is known

  /**
   * Tells of one run.
   *
   * @param loadNanos warm-up and measurement, 0 when their end is not known
   */
  Progress(Console console, long loadNanos) {
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
    if (interval.phase() == Phase.FILL) {
      fillNanos = interval.atNanos();
    }
    // How long a fill takes is known when it has ended.
    boolean known = loadNanos > 0 && fillNanos < interval.atNanos();
    long totalNanos = known ? fillNanos + loadNanos : 0;
    if (console.terminal()) {
      line.show(interval, totalNanos);
    } else {
      console.say(ProgressLine.plain(interval, totalNanos));
    }
  }

  @Override
  public void event(RunEvent event) {
    if (event.kind() == EventKind.PHASE && event.text().equals(Phase.WARMUP.begins())) {
      fillNanos = Math.max(fillNanos, event.atNanos()); // opening may have taken long as well
    }
    if (event.kind() != EventKind.PHASE) {
      line.say(event.kind().text() + ": " + event.text());
    }
  }

  @Override
  public void finished(Summary summary) {
    line.end();
  }
}
