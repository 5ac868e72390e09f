package org.plimsoll.cli;

import java.util.concurrent.atomic.AtomicInteger;
import org.jline.utils.Signals;

/**
 * Ctrl-C handling: the first stops the run, the second aborts it, the third ends the process. Each
 * is answered with a line.
 */
final class Interrupts implements AutoCloseable {
  private final AtomicInteger count = new AtomicInteger();
  private final Console console;
  private final boolean quiet;
  private final Runnable stop;
  private final Runnable abort;
  private final Object formerInt;
  private final Object formerTerm;

  private Interrupts(Console console, boolean quiet, Runnable stop, Runnable abort) {
    this.console = console;
    this.quiet = quiet;
    this.stop = stop;
    this.abort = abort;
    formerInt = Signals.register("INT", this::interrupted);
    formerTerm = Signals.register("TERM", this::interrupted);
  }

  /**
   * Handles the signals of this process until closed.
   *
   * @param quiet whether nothing is printed
   */
  static Interrupts take(Console console, boolean quiet, Runnable stop, Runnable abort) {
    return new Interrupts(console, quiet, stop, abort);
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
        Runtime.getRuntime().halt(ExitCode.ABORTED);
      }
    }
  }

  /** Prints a line. A terminal has written {@code ^C} behind the status line, which is kept. */
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
  }
}
