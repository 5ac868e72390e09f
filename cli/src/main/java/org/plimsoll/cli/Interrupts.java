package org.plimsoll.cli;

import java.util.concurrent.atomic.AtomicInteger;
import org.jline.utils.Signals;

/** Ctrl-C handling: the first stops the run, the second aborts it, the third ends the process. */
final class Interrupts implements AutoCloseable {
  private final AtomicInteger count = new AtomicInteger();
  private final Runnable stop;
  private final Runnable abort;
  private final Object formerInt;
  private final Object formerTerm;

  private Interrupts(Runnable stop, Runnable abort) {
    this.stop = stop;
    this.abort = abort;
    formerInt = Signals.register("INT", this::interrupted);
    formerTerm = Signals.register("TERM", this::interrupted);
  }

  /** Handles the signals of this process until closed. */
  static Interrupts take(Runnable stop, Runnable abort) {
    return new Interrupts(stop, abort);
  }

  /** Handles one signal; called by the JVM on its own thread. */
  void interrupted() {
    switch (count.incrementAndGet()) {
      case 1 -> stop.run();
      case 2 -> abort.run();
      default -> Runtime.getRuntime().halt(ExitCode.ABORTED);
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
