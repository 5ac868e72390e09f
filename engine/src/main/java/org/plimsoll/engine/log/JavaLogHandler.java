package org.plimsoll.engine.log;

import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/** Passes what is logged with {@code java.util.logging} to the runs in progress. */
final class JavaLogHandler extends Handler {
  private final Formatter formatter = new SimpleFormatter();

  JavaLogHandler() {
    setLevel(Level.INFO);
  }

  @Override
  public void publish(LogRecord entry) {
    if (isLoggable(entry)) {
      String level =
          entry.getLevel().intValue() >= Level.SEVERE.intValue()
              ? "ERROR"
              : entry.getLevel().intValue() >= Level.WARNING.intValue() ? "WARN" : "INFO";
      RunLogs.tell(
          level,
          String.valueOf(entry.getLoggerName()),
          () -> formatter.formatMessage(entry),
          entry.getThrown());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
