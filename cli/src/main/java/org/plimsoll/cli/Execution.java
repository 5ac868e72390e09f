package org.plimsoll.cli;

import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.result.Summary;
import org.plimsoll.run.Run;

/** Executes a run in the foreground; Ctrl-C stops it, and a second Ctrl-C aborts it. */
final class Execution {
  /**
   * The end of a run: its summary and its exit code.
   *
   * @param summary the summary; null if there is none, and {@code exit} then has the reason
   * @param aborted whether the user aborted it, or stopped it before there was anything to judge
   */
  record Ended(@Nullable Summary summary, int exit, boolean aborted) {}

  private Execution() {}

  /**
   * Executes the run to its end, and reports an unusable target to the user.
   *
   * @param measures whether the run does more than a fill
   */
  static Ended of(Run run, boolean measures, Console console, boolean quiet) {
    try (Interrupts interrupts = Interrupts.take(console, quiet, run::stop, run::abort)) {
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
}
