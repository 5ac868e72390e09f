package org.plimsoll.fleet.generator;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.run.second.Window;

/** Tracks which generators have ended which fills and iterations of a run. Not thread-safe. */
final class EndedStages {
  private final Map<Stage, Set<Integer>> generators = new HashMap<>();
  private @Nullable Stage here;

  /** Records a one-second result of this generator, which may end a stage. */
  void endsHere(Window window) {
    if (window.isLast()) {
      here = window.stage();
    }
  }

  /** Records a one-second result of a generator that was added to the report. */
  void ended(int generator, Window window) {
    Stage stage = window.stage();
    if (window.isLast() && stage != null) {
      generators.computeIfAbsent(stage, _ -> new HashSet<>()).add(generator);
    }
  }

  /**
   * Whether the given generators have ended the last stage that ended on this node, if there is
   * one.
   */
  boolean haveEnded(Set<Integer> all) {
    return here == null || generators.getOrDefault(here, Set.of()).containsAll(all);
  }
}
