package org.plimsoll.engine.spec;

import org.jspecify.annotations.Nullable;

/**
 * What a run finds out about consistency.
 *
 * @param enabled whether values carry stamps and reads are judged by them
 * @param keys how many keys are followed, about, of those that the workload has
 * @param clients whose session guarantees are judged
 * @param probeNanos time between two markers of the probe; 0 = no probe
 * @param pollNanos time between two reads of the probe
 * @param settleNanos how long an acknowledged write may stay invisible after the load
 * @param historyOperations operations that are recorded, for the check of atomicity and the export
 * @param historyFile where the history is written to; null = nowhere
 */
public record ConsistencySpec(
    boolean enabled,
    int keys,
    int clients,
    long probeNanos,
    long pollNanos,
    long settleNanos,
    int historyOperations,
    @Nullable String historyFile,
    HistoryFormat historyFormat) {

  /** A language of histories. */
  public enum HistoryFormat {
    /** Elle's, in EDN: each operation a transaction of one step on a register. */
    ELLE,
    /** The lines of a key-value log as Porcupine's own tests read them. */
    PORCUPINE
  }

  /** Nothing is looked at. */
  public static ConsistencySpec off() {
    return new ConsistencySpec(false, 0, 0, 0, 0, 0, 0, null, HistoryFormat.ELLE);
  }
}
