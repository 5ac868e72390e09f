package org.plimsoll.run.second;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.Totals;

/**
 * Sums of totals by operation, over generators, phases or scenarios. The first totals of an
 * operation are shared, not copied, because usually no others follow.
 */
public final class TotalsSum {
  private final Map<OperationType, Totals> byType = new LinkedHashMap<>();

  /** The types whose totals are not shared. */
  private final Set<OperationType> own = new HashSet<>();

  /** Adds totals by operation. The totals must not change afterwards. */
  public void add(Map<OperationType, Totals> more) {
    more.forEach((type, totals) -> {
      Totals mine = byType.get(type);
      if (mine == null) {
        byType.put(type, totals);
      } else if (own.add(type)) {
        byType.put(type, mine.plus(totals));
      } else {
        mine.add(totals);
      }
    });
  }

  /** Returns the sums by operation. */
  public Map<OperationType, Totals> byType() {
    return byType;
  }
}
