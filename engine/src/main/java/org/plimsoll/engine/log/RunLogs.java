package org.plimsoll.engine.log;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;
import org.plimsoll.result.LogLine;

/**
 * Collects the log lines of a run. Loggers are static and belong to no run, so a line is assigned
 * by its thread. It belongs to the run that started its thread, directly or indirectly. A line of
 * any other thread, such as one of a client library's shared pool, is added to every run in
 * progress.
 *
 * <p>A run takes at most {@value #PER_SECOND_MAX} lines a second. Beyond that, loggers see their
 * level as disabled, so that a library that logs each failure costs nothing.
 */
public final class RunLogs implements AutoCloseable {
  /** The maximum number of lines that a run takes in a second. */
  public static final int PER_SECOND_MAX = 100;

  private static final int WAITING_MAX = 5_000;
  private static final int CHARACTERS_MAX = 4_000;
  private static final int FRAMES_MAX = 8;
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final Set<RunLogs> LIVE = new CopyOnWriteArraySet<>();
  private static final InheritableThreadLocal<@Nullable RunLogs> OWN =
      new InheritableThreadLocal<>();

  /** Lines that were not taken yet. Guarded by this. */
  private List<LogLine> waiting = new ArrayList<>();

  /** The number of lines since {@link #sinceNanos}. Guarded by this. */
  private int count;

  private long sinceNanos = System.nanoTime();
  private volatile long fullUntilNanos = sinceNanos;

  private RunLogs() {}

  /** Forwards the records of {@code java.util.logging}, which {@code System.Logger} uses too. */
  private static final class JavaLogHandler extends Handler {
    private final Formatter formatter = new SimpleFormatter();

    JavaLogHandler() {
      setLevel(Level.INFO);
    }

    @Override
    public void publish(LogRecord entry) {
      if (isLoggable(entry)) {
        int level = entry.getLevel().intValue();
        String word =
            level >= Level.SEVERE.intValue()
                ? "ERROR"
                : level >= Level.WARNING.intValue() ? "WARN" : "INFO";
        tell(
            word,
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

  private static final class Installed {
    static final JavaLogHandler HANDLER = new JavaLogHandler();

    static {
      Logger.getLogger("").addHandler(HANDLER);
    }
  }

  /** Starts to collect the lines of the calling thread and of the threads that it starts. */
  public static RunLogs open() {
    JavaLogHandler _ = Installed.HANDLER; // installs it once
    RunLogs opened = new RunLogs();
    OWN.set(opened);
    LIVE.add(opened);
    return opened;
  }

  /** Whether a run in progress takes a line now. */
  public static boolean isWanted() {
    for (RunLogs each : LIVE) {
      if (System.nanoTime() - each.fullUntilNanos >= 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds a line to the run that it belongs to.
   *
   * @param text creates the text; called only if the line is wanted
   * @param thrown an exception that was logged with it
   */
  public static void tell(
      String level, String logger, Supplier<String> text, @Nullable Throwable thrown) {
    if (!isWanted()) {
      return;
    }
    LogLine line =
        new LogLine(
            Instant.now(), level, logger, Thread.currentThread().getName(), full(text, thrown));
    RunLogs own = OWN.get();
    if (own != null && LIVE.contains(own)) {
      own.add(line);
    } else {
      LIVE.forEach(each -> each.add(line));
    }
  }

  private static String full(Supplier<String> text, @Nullable Throwable thrown) {
    StringBuilder full = new StringBuilder(String.valueOf(text.get()));
    if (thrown != null) {
      full.append(": ").append(thrown.getClass().getName()).append(": ");
      full.append(Outcome.sentenceOf(thrown));
      StackTraceElement[] frames = thrown.getStackTrace();
      for (int i = 0; i < Math.min(frames.length, FRAMES_MAX); i++) {
        full.append(" at ").append(frames[i]);
      }
    }
    return full.substring(0, Math.min(full.length(), CHARACTERS_MAX));
  }

  private synchronized void add(LogLine line) {
    long nowNanos = System.nanoTime();
    if (nowNanos - sinceNanos >= SECOND_NANOS) {
      sinceNanos = nowNanos;
      count = 0;
    }
    if (count == PER_SECOND_MAX || waiting.size() == WAITING_MAX) {
      return;
    }
    count++;
    waiting.add(line);
    if (count == PER_SECOND_MAX) {
      fullUntilNanos = sinceNanos + SECOND_NANOS;
      waiting.add(
          line.withText(
              "(" + PER_SECOND_MAX + " lines in one second; further lines in it are dropped)"));
    }
  }

  /** Takes the lines since the last call, in their order. */
  public synchronized List<LogLine> take() {
    List<LogLine> taken = waiting;
    waiting = new ArrayList<>();
    return taken;
  }

  /** Stops collecting. */
  @Override
  public void close() {
    LIVE.remove(this);
    if (OWN.get() == this) {
      OWN.remove();
    }
  }
}
