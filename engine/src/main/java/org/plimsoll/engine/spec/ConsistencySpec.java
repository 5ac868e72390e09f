package org.plimsoll.engine.spec;

import org.jspecify.annotations.Nullable;

/**
 * The consistency checks of a run.
 *
 * @param enabled whether values carry stamps by which reads are judged
 * @param keys approximate number of the workload's keys that are tracked
 * @param clients number of clients whose session guarantees are judged
 * @param probeNanos time between two marker writes of the probe; 0 = no probe
 * @param pollNanos time between two reads of the probe
 * @param settleNanos how long after the load an acknowledged write may remain invisible
 * @param historyOperations number of operations recorded for the atomicity check and the export
 * @param historyFile file that the history is written to; null = none
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

  /** A file format for operation histories. */
  public enum HistoryFormat {
    /** Elle's format in EDN: each operation is a transaction with one step on a register. */
    ELLE,
    /** Porcupine's key-value log, with one line per event, as its own tests read it. */
    PORCUPINE
  }

  /** No consistency checks. */
  public static ConsistencySpec off() {
    return new ConsistencySpec(false, 0, 0, 0, 0, 0, 0, null, HistoryFormat.ELLE);
  }
}
