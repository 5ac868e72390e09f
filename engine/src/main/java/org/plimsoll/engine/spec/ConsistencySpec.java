package org.plimsoll.engine.spec;

import org.jspecify.annotations.Nullable;

/**
 * The consistency checks of a run.
 *
 * @param enabled whether values carry stamps by which reads are judged
 * @param keys approximate number of the workload's keys that are tracked
 * @param clients number of clients whose session guarantees are judged
 * @param settleNanos maximum time after the load until an acknowledged write must be visible
 */
public record ConsistencySpec(
    boolean enabled, int keys, int clients, Probe probe, long settleNanos, History history) {

  /**
   * The probe, which writes markers and reads them until they are visible.
   *
   * @param everyNanos time between two marker writes; 0 = no probe
   * @param pollNanos time between two reads
   */
  public record Probe(long everyNanos, long pollNanos) {}

  /**
   * The recording of operations.
   *
   * @param operations number of operations recorded for the atomicity check and the export
   * @param file file that the history is written to; null = none
   */
  public record History(int operations, @Nullable String file, HistoryFormat format) {}

  /** A file format for operation histories. */
  public enum HistoryFormat {
    /** Elle's format in EDN: each operation is a transaction with one step on a register. */
    ELLE,
    /** The format of Porcupine's own tests: a key-value log with one line per event. */
    PORCUPINE
  }

  /** Returns a specification without consistency checks. */
  public static ConsistencySpec off() {
    return new ConsistencySpec(
        false,
        0,
        0,
        new ConsistencySpec.Probe(0, 0),
        0,
        new ConsistencySpec.History(0, null, HistoryFormat.ELLE));
  }
}
