package org.plimsoll.run.second;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.Totals;

/**
 * Totals of several generators, phases or scenarios by operation, added up. The first ones of an
 * operation are shared rather than copied, since most often no others follow.
 */
public final class TotalsSum {
  private final Map<OperationType, Totals> byType = new LinkedHashMap<>();

  /** The types whose totals are not shared. */
  private final Set<OperationType> own = new HashSet<>();

  /** Adds totals by operation, which must not change any more. */
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

  /** The sums by operation. */
  public Map<OperationType, Totals> byType() {
    return byType;
  }
}
