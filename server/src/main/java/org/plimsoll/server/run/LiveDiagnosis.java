package org.plimsoll.server.run;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.result.ErrorSamples;
import org.plimsoll.result.LogLine;
import org.plimsoll.result.RunListener;

/** The diagnostic data of a live run: samples of failures, and the end of the log. */
public final class LiveDiagnosis implements RunListener {
  private static final int LINES_MAX = 500;

  private final Deque<String> log = new ArrayDeque<>();
  private volatile ErrorSamples errorSamples = ErrorSamples.none();

  private final Consumer<Consumer<RunFolder>> recorder;

  /**
   * Creates the diagnosis of a run that has not started.
   *
   * @param recorder passes the run's folder, if there is one, to an action
   */
  LiveDiagnosis(Consumer<Consumer<RunFolder>> recorder) {
    this.recorder = recorder;
  }

  @Override
  public void errorSamples(ErrorSamples samples) {
    errorSamples = samples;
    recorder.accept(folder -> folder.errorSamples(samples));
  }

  @Override
  public void log(List<LogLine> lines) {
    recorder.accept(folder -> folder.log(lines));
    keep(lines);
  }

  private synchronized void keep(List<LogLine> lines) {
    for (LogLine line : lines) {
      if (log.size() == LINES_MAX) {
        log.removeFirst();
      }
      log.addLast(line.written());
    }
  }

  /** Returns the last failed operations. */
  public ErrorSamples errorSamples() {
    return errorSamples;
  }

  /** Returns the last lines of the log. */
  public synchronized List<String> log() {
    return List.copyOf(log);
  }
}
