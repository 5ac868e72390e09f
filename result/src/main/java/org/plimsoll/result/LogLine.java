package org.plimsoll.result;

import java.time.Instant;

/**
 * One line that the tool, a driver or a client library logged during a run.
 *
 * @param level such as {@code WARN}
 * @param logger name of the logger, usually a class
 * @param text one line
 */
public record LogLine(Instant at, String level, String logger, String thread, String text) {
  /** Returns the same line with another text. */
  public LogLine withText(String newText) {
    return new LogLine(at, level, logger, thread, newText);
  }

  /** Returns the line in the format of {@code run.log}, without a line break. */
  public String written() {
    return at + " " + level + " [" + thread + "] " + logger + ": " + text;
  }
}
