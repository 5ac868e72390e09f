package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.engine.spec.WorkloadSpec;

/** Selects the scenarios whose keys a fill loads, so that each key range is loaded once. */
final class FilledScenarios {
  private FilledScenarios() {}

  /**
   * Returns the scenarios whose key range is not part of another one; of equal ranges, the first.
   */
  static List<Scenario> of(List<Scenario> scenarios) {
    List<Scenario> filled = new ArrayList<>();
    for (int i = 0; i < scenarios.size(); i++) {
      boolean covered = false;
      for (int j = 0; j < scenarios.size(); j++) {
        WorkloadSpec mine = scenarios.get(i).parameters().workload();
        WorkloadSpec other = scenarios.get(j).parameters().workload();
        covered |= i != j && covers(other, mine) && (j < i || !covers(mine, other));
      }
      if (!covered) {
        filled.add(scenarios.get(i));
      }
    }
    return filled;
  }

  private static boolean covers(WorkloadSpec outer, WorkloadSpec inner) {
    return outer.keys().first() <= inner.keys().first()
        && inner.keys().first() + inner.keys().count()
            <= outer.keys().first() + outer.keys().count();
  }
}
