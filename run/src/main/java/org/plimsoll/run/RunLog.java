package org.plimsoll.run;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.log.RunLogs;
import org.plimsoll.engine.measure.FailureText;
import org.plimsoll.result.LogLine;

/** Reports the lines that are logged during a run, without the secrets of the target. */
final class RunLog implements AutoCloseable {
  private static final int CHARACTERS_MAX = 1_000;

  private final RunEvents events;
  private final RunLogs lines = RunLogs.open();
  private volatile @Nullable FailureText text;

  /** Starts to collect the lines of the calling thread, and of the threads that it starts. */
  RunLog(RunEvents events) {
    this.events = events;
  }

  /**
   * Starts reporting when the target is open. Before that, the secrets of the target are unknown.
   */
  void opened(OpenTarget target) {
    text = new FailureText(target::secrets);
  }

  /** Reports the lines since the last call. */
  void tellNew() {
    FailureText shown = text;
    List<LogLine> taken = shown == null ? List.of() : lines.take();
    if (shown != null && !taken.isEmpty()) {
      events.log(
          taken.stream().map(line -> line.withText(shown.of(line::text, CHARACTERS_MAX))).toList());
    }
  }

  @Override
  public void close() {
    lines.close();
  }
}
