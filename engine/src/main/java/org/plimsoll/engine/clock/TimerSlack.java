package org.plimsoll.engine.clock;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Reduces the slack that Linux adds to a thread's timers, 50 µs by default. Uses {@code
 * prctl(PR_SET_TIMERSLACK)}, see prctl(2).
 */
final class TimerSlack {
  private static final int PR_SET_TIMERSLACK = 29;

  private TimerSlack() {}

  /** Sets the calling thread's slack to 1 ns; does nothing if the system has no such call. */
  @SuppressWarnings("restricted")
  static void minimize() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return;
    }
    try {
      Linker linker = Linker.nativeLinker();
      MethodHandle prctl =
          linker.downcallHandle(
              linker.defaultLookup().find("prctl").orElseThrow(),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG));
      int _ = (int) prctl.invokeExact(PR_SET_TIMERSLACK, 1L, 0L, 0L, 0L);
    } catch (Throwable e) {
      // Without it, the pacer is late by up to the slack, which the dispatch lag histogram shows.
      System.getLogger(TimerSlack.class.getName()).log(System.Logger.Level.DEBUG, "no prctl", e);
    }
  }
}
