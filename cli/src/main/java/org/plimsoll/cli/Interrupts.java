package org.plimsoll.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jline.utils.Signals;

/**
 * Ctrl-C handling: the first stops the run, the second aborts it, the third ends the process. Each
 * prints a line. SIGTERM acts like a Ctrl-C, and always ends the process. A run that has not
 * stopped after a grace period is aborted. Half a grace period later, the process always ends.
 */
final class Interrupts implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(30);

  private final AtomicInteger count = new AtomicInteger();
  private final Console console;
  private final boolean quiet;
  private final Runnable stop;
  private final Runnable abort;
  private final CountDownLatch asked = new CountDownLatch(1);
  private final Duration grace;
  private final Runnable end;
  private final Object formerInt;
  private final Object formerTerm;
  private volatile boolean mustEnd;

  /**
   * @param grace the time between SIGTERM and the abort
   * @param end ends the process at once
   */
  Interrupts(
      Console console, boolean quiet, Runnable stop, Runnable abort, Duration grace, Runnable end) {
    this.console = console;
    this.quiet = quiet;
    this.stop = stop;
    this.abort = abort;
    this.grace = grace;
    this.end = end;
    // Started now, because a process without memory or threads could not start it later.
    Thread.ofPlatform().daemon().name("end").start(this::endLater);
    formerInt = Signals.register("INT", this::interrupted);
    formerTerm = Signals.register("TERM", this::terminated);
  }

  /**
   * Handles the signals of this process until closed.
   *
   * @param quiet whether nothing is printed
   */
  static Interrupts take(Console console, boolean quiet, Runnable stop, Runnable abort) {
    return new Interrupts(
        console, quiet, stop, abort, GRACE, () -> Runtime.getRuntime().halt(ExitCode.ABORTED));
  }

  /** Handles SIGTERM; called by the JVM on its own thread. */
  void terminated() {
    mustEnd = true;
    asked.countDown();
    interrupted();
  }

  /** Waits for SIGTERM, and ends the process if nothing else does. */
  private void endLater() {
    try {
      asked.await();
      if (!mustEnd) {
        return;
      }
      Thread.sleep(grace);
      // Another thread runs the abort, because the abort may block.
      Thread.ofPlatform().daemon().name("abort").start(abort);
      Thread.sleep(grace.dividedBy(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (mustEnd) {
        end.run();
      }
    }
  }

  /** Handles one signal; called by the JVM on its own thread. */
  void interrupted() {
    switch (count.incrementAndGet()) {
      case 1 -> {
        answer("stopping; press Ctrl-C again to abort");
        stop.run();
      }
      case 2 -> {
        answer("aborting; operations in flight count as unfinished");
        abort.run();
      }
      default -> {
        answer("ended without a summary");
        end.run();
      }
    }
  }

  /**
   * Prints a line. The terminal has printed {@code ^C} after the status line, so that line is kept.
   */
  private void answer(String line) {
    if (!quiet) {
      console.say(console.terminal() ? System.lineSeparator() + line : line);
    }
  }

  boolean any() {
    return count.get() > 0;
  }

  boolean aborted() {
    return count.get() > 1;
  }

  @Override
  public void close() {
    Signals.unregister("INT", formerInt);
    Signals.unregister("TERM", formerTerm);
    asked.countDown(); // has no effect after SIGTERM, which ends the process
  }
}
