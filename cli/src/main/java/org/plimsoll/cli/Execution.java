package org.plimsoll.cli;

import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.result.Summary;
import org.plimsoll.run.Run;

/** A run under way in the foreground: Ctrl-C stops it, and a second one aborts it. */
final class Execution {
  /**
   * How it ended.
   *
   * @param summary null when there is none, and {@code exit} says what that means
   * @param aborted whether the user ended it before there was anything to judge, or by force
   */
  record Ended(@Nullable Summary summary, int exit, boolean aborted) {}

  private Execution() {}

  /**
   * Runs to the end; a target that cannot be used is told to the user.
   *
   * @param measures whether it is more than a fill
   */
  static Ended of(Run run, boolean measures, Console console, boolean quiet) {
    try (Interrupts interrupts = Interrupts.take(() -> stop(run, console, quiet), run::abort)) {
      try {
        Summary summary = run.execute();
        boolean cutShort = interrupts.any() && ExitCode.isCutShort(summary, measures);
        return new Ended(summary, ExitCode.DONE, interrupts.aborted() || cutShort);
      } catch (TargetUnavailableException e) {
        console.say("plimsoll: " + Console.sentence(e));
        return new Ended(null, ExitCode.TARGET_UNUSABLE, false);
      } catch (RuntimeException e) {
        if (interrupts.aborted()) {
          return new Ended(null, ExitCode.ABORTED, true);
        }
        throw e;
      }
    }
  }

  private static void stop(Run run, Console console, boolean quiet) {
    if (!quiet) {
      console.say("stopping; Ctrl-C again aborts");
    }
    run.stop();
  }
}
