package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.spec.Scope;

/**
 * The generator of this node, as the control plane calls it. Calls must return at once. Results are
 * reported through the methods of {@link Member}: {@code prepared}, {@code atStart}, {@code
 * failed}, {@code started}, {@code second}, {@code filled}, {@code ended}.
 *
 * <p>Instants are in nanoseconds: {@code …Nanos} by this node's monotonic clock, {@code …RunNanos}
 * in run time.
 */
public interface LocalRuns {
  /** Opens the target, connects, and creates the loads. Sends no operations. */
  void prepare(String run, int generator, byte[] spec);

  /**
   * The run's time is 0 at this instant, which may be past for a node that joins later. Called
   * again with another instant if a new coordinator had to choose one; no index is sent twice.
   */
  void start(String run, long zeroNanos);

  /** Permits operations of all runs until this instant, by the node's own clock. */
  void sendUntil(long nanos);

  /**
   * Promises to stop the lost share at the proposal's instant, until shares of the same or a higher
   * epoch have moved.
   *
   * @return the earliest run time at which the shares may move: each index that this generator or a
   *     straggler may have sent already has an earlier intended start
   */
  long promise(String run, Proposal proposal);

  /**
   * Shares have moved. What this generator gains, and whose time has passed, is counted as not
   * sent. What it withheld is counted as not sent if it is still its own, unless in doubt.
   */
  void moved(String run, long fromRunNanos, JournalEntry.SharesMoved shares);

  /**
   * Returns the latest epoch of shares to whose limits the operations in flight of this generator
   * keep.
   */
  long settled(String run);

  /**
   * Permits this generator to use its new limits, because all generators keep to the limits of the
   * epoch.
   */
  void grown(String run, long epoch);

  /**
   * Undoes a move of shares that was lost with the previous coordinator. The lost share is
   * withheld, as after a promise, until shares of the same or a higher epoch move.
   */
  void moveDropped(String run, long epoch);

  /**
   * Sets parameters of this node from an instant on. If the instant is past, operations whose time
   * has passed count as not sent.
   *
   * @param number number of the journal's entry
   */
  void parameters(String run, long number, long fromRunNanos, Map<String, Effective> values);

  /** Undoes parameters with this or a higher number, which a new coordinator does not know. */
  void parametersDropped(String run, long fromNumber);

  /** Fills a range. */
  void fill(String run, FillRange range);

  /** Stops filling a range that now belongs to another generator. */
  void fillRevoked(String run, FillRange range);

  /** Reports all positions that any generator has filled. */
  void filledByAll(String run, List<FillRange> done);

  /** Grants this generator a range of the measurement's operations. */
  void operations(String run, FillRange range);

  /**
   * Reports that no further operations below a number will be granted.
   *
   * @param end the number
   */
  void operationsOver(String run, long end);

  /**
   * Returns a recent one-second result of a run's generator by its number; empty if there is none
   * yet. Called after the member has lost its cluster, also on another thread.
   */
  Optional<SecondsStore.Stored> measured(String run, long number);

  /**
   * Stops sending, waits for operations in flight, then calls {@code ended}. What it withheld is
   * counted as not sent, unless it is intended at or after the doubtful instant.
   */
  void drain(String run, long doubtfulFromRunNanos);

  /** Stops sending at once, without waiting for operations in flight. */
  void kill(String run);

  /** Delivers the next entry of the journal, in order. */
  void journal(String run, JournalEntry entry);

  /** Removes the entries from this number on, which will be replaced. */
  void journalDropped(String run, long fromNumber);

  /**
   * Whether the generator cannot receive merged results now, because it is not in the run or has a
   * full queue. Called again at the next tick.
   */
  boolean isBehind(String run);

  /** Delivers the next merged one-second result, in order, unless the generator is behind. */
  void merged(String run, StreamItem item);

  /** Removes the merged results from this number on, which will be replaced. */
  void mergedDropped(String run, long fromNumber);

  /** Reports that merged results before this number are lost. */
  void mergedMissing(String run, long beforeNumber);

  /** Reports that the fleet no longer needs a run that ended minutes ago. */
  void forgotten(String run);

  /** Delivers the answer to a command that this node received. */
  void answered(String id, boolean accepted, String sentence);

  /** Reports that the node is drained and may leave the fleet. */
  void mayLeave();

  /**
   * The value of a parameter at a node, with the scope that set it.
   *
   * @param number number of the journal's entry that set the value
   */
  record Effective(String text, Scope origin, long number) {}
}
