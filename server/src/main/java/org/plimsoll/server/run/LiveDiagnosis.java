package org.plimsoll.server.run;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.plimsoll.result.ErrorSamples;
import org.plimsoll.result.LogLine;
import org.plimsoll.result.RunListener;

/** Why operations of a live run failed: its samples of failures and the end of its log. */
public final class LiveDiagnosis implements RunListener {
  private static final int LINES_MAX = 500;

  private final Deque<String> log = new ArrayDeque<>();
  private volatile ErrorSamples errorSamples = ErrorSamples.none();

  LiveDiagnosis() {}

  @Override
  public void errorSamples(ErrorSamples samples) {
    errorSamples = samples;
  }

  @Override
  public synchronized void log(List<LogLine> lines) {
    for (LogLine line : lines) {
      if (log.size() == LINES_MAX) {
        log.removeFirst();
      }
      log.addLast(line.written());
    }
  }

  /** The last failed operations. */
  public ErrorSamples errorSamples() {
    return errorSamples;
  }

  /** The last lines of the log. */
  public synchronized List<String> log() {
    return List.copyOf(log);
  }
}
