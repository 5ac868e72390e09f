package org.plimsoll.run;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.OperationType.Side;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.WorkloadSpec;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;

/**
 * Creates the finding about reads that mostly find nothing. Such reads say little about reads of
 * rows, and are usually faster. {@code --ignore-missing} accepts them.
 */
final class RowsNotFound {
  /** Minimum number of reads for the finding. */
  private static final long LEAST_READS = 20;

  private RowsNotFound() {}

  /**
   * Returns the finding; empty unless more than half of the reads found nothing.
   *
   * @param filledRows rows that the fill before the measurement wrote
   */
  static Optional<Finding> finding(RunSpec spec, long filledRows, Measured measured) {
    long reads = 0;
    long missing = 0;
    boolean deletes = false;
    for (Map.Entry<OperationType, Totals> each : measured.all().totals().entrySet()) {
      Totals totals = each.getValue();
      if (each.getKey().side() == Side.READS) {
        reads += totals.answered();
        missing += totals.count(Counter.NOT_FOUND);
      }
      deletes |= each.getKey().equals(OperationType.DELETE) && totals.count(Counter.SCHEDULED) > 0;
    }
    boolean isIgnored =
        spec.loads().stream().anyMatch(load -> load.parameters().workload().ignoreMissing());
    if (isIgnored || reads < LEAST_READS || missing <= reads / 2) {
      return Optional.empty();
    }
    long keys =
        spec.loads().stream()
            .map(load -> load.parameters().workload())
            .mapToLong((WorkloadSpec workload) -> workload.keys().count())
            .max()
            .orElse(0);
    boolean areLost = filledRows >= keys && !deletes;
    return Optional.of(
        new Finding(
            FindingCode.ROWS_NOT_FOUND,
            areLost ? Severity.SUSPECT : Severity.INFO,
            String.format(Locale.ROOT, "%,d of %,d reads found nothing", missing, reads)
                + why(filledRows, keys, deletes)));
  }

  private static String why(long filled, long keys, boolean deletes) {
    if (filled >= keys) {
      return String.format(
          Locale.ROOT,
          deletes
              ? ": the load deletes rows. The fill wrote %,d."
              : ", although the fill wrote all %,d rows: the target lost them, they expired, or the"
                  + " reads went to a part without them. --ignore-missing accepts it.",
          filled);
    }
    return String.format(
        Locale.ROOT,
        filled == 0
            ? ": this run filled no rows. --fill writes all %2$,d; --ignore-missing accepts it."
            : ": the fill wrote %,d of %,d rows. --ignore-missing accepts it.",
        filled,
        keys);
  }
}
