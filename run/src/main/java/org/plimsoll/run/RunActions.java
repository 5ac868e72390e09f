package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.spec.ActionSpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;

/**
 * The actions of a run: hooks of the driver, commands and HTTP requests. The start of an action is
 * an event. Its end is an event with the period and the outcome. Thread-safe.
 */
final class RunActions {
  private final RunContext run;
  private final RunTarget target;
  private final ActionRunner runner;

  /** The thread that performs an action before the target is opened. */
  private volatile @Nullable Thread preparing;

  RunActions(RunContext run, RunTarget target, RunGuard guard) {
    this.run = run;
    this.target = target;
    this.runner = new ActionRunner(guard);
  }

  /** Thrown if an action fails. The message is the cause, for the user. */
  static final class FailedException extends Exception {
    private static final long serialVersionUID = 1L;

    FailedException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Checks that an action is allowed and that the driver has the hook, before the action is
   * planned.
   */
  void check(String path, ActionSpec action) {
    runner.check(path, action);
    if (action instanceof ActionSpec.Hook hook && target.opened() != null) {
      requireKnown(hook);
    }
  }

  /** Returns the driver's hooks by name, each with a description. */
  Map<String, String> hooks() {
    OpenTarget open = target.opened();
    return open == null ? Map.of() : open.client().hooks();
  }

  private OpenTarget requireKnown(ActionSpec.Hook hook) {
    OpenTarget open = target.opened();
    Map<String, String> known = hooks();
    if (open == null || !known.containsKey(hook.name())) {
      throw new InvalidSpecException(
          "hook: must be a hook of the driver ("
              + (known.isEmpty()
                  ? "it has none"
                  : String.join(", ", known.keySet().stream().sorted().toList()))
              + "), was '"
              + hook.name()
              + "'"
              + NearestName.nearest(hook.name(), known.keySet())
                  .map(nearest -> ", did you mean '" + nearest + "'?")
                  .orElse(""));
    }
    return open;
  }

  /**
   * Performs an action and waits for its end.
   *
   * @param who name for the event log
   * @return the answer of the action to the user
   * @throws InvalidSpecException if the action is not allowed, or the driver has no such hook
   * @throws FailedException if the action failed; the failure is also an event
   */
  String perform(ActionSpec action, String who) throws FailedException, InterruptedException {
    check(action instanceof ActionSpec.Http ? "http" : "action", action);
    long beginNanos = run.clock().nanoTime();
    long sinceNanos = run.origin().sinceStart(beginNanos);
    run.events()
        .periodAt(
            beginNanos,
            EventKind.ACTION,
            who + " starts " + action.text(),
            new RunEvent.Period(sinceNanos, null));
    try {
      String answer = answer(action, false);
      String last = ActionRunner.lastLine(answer);
      ended(action, beginNanos, "has ended", last);
      return answer;
    } catch (FailedException e) {
      ended(action, beginNanos, "has failed", String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private void ended(ActionSpec action, long beginNanos, String how, String outcome) {
    long nowNanos = run.clock().nanoTime();
    long lengthNanos = nowNanos - beginNanos;
    run.events()
        .periodAt(
            nowNanos,
            EventKind.ACTION,
            action.text()
                + " "
                + how
                + " after "
                + String.format(Locale.ROOT, "%.1f s", lengthNanos / 1e9)
                + (outcome.isEmpty() ? "" : ": " + outcome),
            new RunEvent.Period(run.origin().sinceStart(beginNanos), lengthNanos));
  }

  private String answer(ActionSpec action, boolean repeats)
      throws FailedException, InterruptedException {
    try {
      return switch (action) {
        case ActionSpec.Command command -> runner.perform(command);
        case ActionSpec.Http http -> runner.perform(http, repeats);
        case ActionSpec.Hook hook -> hook(requireKnown(hook), hook);
      };
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new FailedException(cause(e), e);
    }
  }

  private static String cause(Exception e) {
    String message = e.getMessage();
    return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
  }

  /** Calls a hook on a separate thread, since a driver may not be interruptible. */
  private static String hook(OpenTarget open, ActionSpec.Hook hook) throws Exception {
    FutureTask<String> call = new FutureTask<>(() -> open.runHook(hook.name(), hook.argument()));
    Thread thread = Thread.ofPlatform().daemon().name("plimsoll-hook-" + hook.name()).start(call);
    try {
      return call.get(hook.timeout().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new TimeoutException(
          "timed out after "
              + ActionRunner.text(hook.timeout())
              + "; the target may still be executing the hook");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } finally {
      thread.interrupt();
    }
  }

  /**
   * Performs the commands and requests of the spec before the target is opened.
   *
   * @return a sentence about each action
   */
  List<String> beforeTarget() throws TargetUnavailableException {
    List<String> told = new ArrayList<>();
    for (ActionSpec action : run.spec().before()) {
      if (!(action instanceof ActionSpec.Hook)) {
        long beginNanos = run.clock().nanoTime();
        preparing = Thread.currentThread();
        try {
          if (run.loads().isStopped()) {
            throw new InterruptedException();
          }
          String last = ActionRunner.lastLine(answer(action, true));
          told.add(
              String.format(
                  Locale.ROOT,
                  "%s has ended after %.1f s%s",
                  action.text(),
                  (run.clock().nanoTime() - beginNanos) / 1e9,
                  last.isEmpty() ? "" : ": " + last));
        } catch (FailedException e) {
          throw unavailable(action, String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
          throw unavailable(action, "it was stopped", e);
        } finally {
          preparing = null;
        }
      }
    }
    return told;
  }

  /** Stops an action that is performed before the target is opened. */
  void stop() {
    Thread thread = preparing;
    if (thread != null) {
      thread.interrupt();
    }
  }

  /**
   * Rejects hooks of the spec that the driver does not have. Called when the target is open.
   *
   * @throws InvalidSpecException if a hook is unknown; the message lists the hooks of the driver
   */
  void opened() {
    run.spec().before().forEach(action -> check("before", action));
  }

  /** Performs the hooks of the spec after the fill and before the load. */
  void beforeLoad() throws TargetUnavailableException, InterruptedException {
    for (ActionSpec action : run.spec().before()) {
      if (action instanceof ActionSpec.Hook) {
        try {
          String _ = perform(action, "before");
        } catch (FailedException | InvalidSpecException e) {
          throw unavailable(action, String.valueOf(e.getMessage()), e);
        }
      }
    }
  }

  private static TargetUnavailableException unavailable(
      ActionSpec action, String why, Exception cause) {
    return new TargetUnavailableException(
        "before: " + action.text() + " has failed: " + why, cause);
  }
}
