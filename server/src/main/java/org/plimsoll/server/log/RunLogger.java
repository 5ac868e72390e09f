package org.plimsoll.server.log;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.log.RunLogs;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LoggingEventBuilder;

/** A logger that writes to another logger, and passes lines to the runs in progress. */
final class RunLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1;

  /** Loggers of the HTTP server. Lines of these loggers do not belong to a run. */
  private static final List<String> OF_SERVER =
      List.of("org.plimsoll.server.", "io.javalin.", "org.eclipse.jetty.");

  private final transient Logger other;
  private final boolean concernsRuns;

  RunLogger(String name, Logger other) {
    this.name = name;
    this.other = other;
    this.concernsRuns = OF_SERVER.stream().noneMatch(name::startsWith);
  }

  private boolean isWanted() {
    return concernsRuns && RunLogs.isWanted();
  }

  @Override
  public boolean isTraceEnabled() {
    return other.isTraceEnabled();
  }

  @Override
  public boolean isDebugEnabled() {
    return other.isDebugEnabled();
  }

  @Override
  public boolean isInfoEnabled() {
    return other.isInfoEnabled() || isWanted();
  }

  @Override
  public boolean isWarnEnabled() {
    return other.isWarnEnabled() || isWanted();
  }

  @Override
  public boolean isErrorEnabled() {
    return other.isErrorEnabled() || isWanted();
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      @Nullable String pattern,
      Object @Nullable [] arguments,
      @Nullable Throwable thrown) {
    if (other.isEnabledForLevel(level)) {
      LoggingEventBuilder event = other.makeLoggingEventBuilder(level);
      if (thrown != null) {
        event = event.setCause(thrown);
      }
      event.log(MessageFormatter.basicArrayFormat(pattern, arguments));
    }
    if (concernsRuns && level.toInt() >= Level.INFO.toInt()) {
      RunLogs.tell(
          level.name(),
          name,
          () -> String.valueOf(MessageFormatter.basicArrayFormat(pattern, arguments)),
          thrown);
    }
  }
}
