package org.plimsoll.run;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.RunEvent;
import org.plimsoll.settings.LiveParameters;

/** The parameters of a run as texts, for {@link Companion}s. */
interface TextControl {
  Run run();

  LiveParameters parameters();

  /**
   * Checks that the run's guard allows texts, before they are parsed, because parsing may open a
   * file.
   *
   * @param texts the texts by path; null removes a live change
   * @throws org.plimsoll.engine.spec.InvalidSpecException if a value is not allowed
   */
  void requireAllowed(Map<String, @Nullable String> texts);

  /**
   * Changes parameters in one step, all or nothing.
   *
   * @param texts new values by path; null removes a live change
   * @param who name for the event log
   * @return each parameter whose value has changed
   * @throws LiveParameters.RefusedException if a parameter is rejected
   * @throws org.plimsoll.engine.spec.InvalidSpecException if the run or its driver rejects the
   *     change
   */
  List<RunEvent.Change> change(Map<String, @Nullable String> texts, String who);

  /**
   * Replaces all values of a property source.
   *
   * @param source name of the source
   * @return each changed parameter; empty if a fleet executes the change
   * @throws LiveParameters.RefusedException if a parameter is rejected
   * @throws org.plimsoll.engine.spec.InvalidSpecException if the run or its driver rejects the
   *     values
   */
  List<RunEvent.Change> takeOver(String source, Map<String, String> texts);
}
