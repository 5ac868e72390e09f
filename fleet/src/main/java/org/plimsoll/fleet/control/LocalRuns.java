package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.KeptBounds;
import org.plimsoll.engine.spec.Scope;

/**
 * The generators of this node, as the control plane calls them. Calls must return at once. Results
 * are reported through the methods of {@link Member}: {@code prepared}, {@code atStart}, {@code
 * failed}, {@code started}, {@code second}, {@code filled}, {@code ended}.
 *
 * <p>Instants are in nanoseconds: {@code …Nanos} are by this node's monotonic clock, {@code
 * …RunNanos} in run time.
 */
public interface LocalRuns {
  /** Opens the target, connects, and creates the loads, without sending operations. */
  void prepare(String run, int generator, byte[] spec);

  /**
   * Shows a run that is placed on other nodes, without sending operations. {@link #start}, {@link
   * #parameters}, {@link #merged}, {@link #drain} and {@link #kill} follow as for a generator. If
   * the run is placed on this node later, {@link #prepare} is called, and all merged results are
   * delivered again.
   */
  void watch(String run, byte[] spec);

  /**
   * Sets the instant of run time 0, which is in the past for a node that joins later. Called again
   * with another instant if a new coordinator must choose one. No index is sent twice.
   */
  void start(String run, long zeroNanos);

  /** Permits the operations of all runs until this instant. */
  void sendUntil(long nanos);

  /**
   * Promises to stop sending the lost share at the proposal's instant, until shares of the same or
   * a higher epoch have moved.
   *
   * @return the earliest run time at which the shares may move; every index that this generator or
   *     a straggler may have sent has an earlier intended start
   */
  long promise(String run, Proposal proposal);

  /**
   * Applies new shares. Gained operations whose intended start has passed are counted as not sent.
   * Withheld operations that this generator still owns are counted as not sent, unless they are in
   * doubt.
   */
  void moved(String run, long fromRunNanos, JournalEntry.SharesMoved shares);

  /**
   * Returns the latest epochs of shares whose limits this generator's operations in flight obey,
   * now and until it is {@linkplain #grown permitted} to exceed them.
   */
  KeptBounds settled(String run);

  /**
   * Permits this generator to use its new limits, or those midway to them, because all generators
   * obey the limits of these epochs.
   */
  void grown(String run, KeptBounds epochs);

  /**
   * Warns that a move of shares was lost with the previous coordinator. Nothing is reverted: the
   * member withholds the lost share, as after a promise, until shares of the same or a higher epoch
   * have moved.
   */
  void moveDropped(String run, long epoch);

  /**
   * Sets parameters of this node from an instant on. If the instant has passed, operations that
   * became due since are counted as not sent.
   *
   * @param number number of the journal entry
   */
  void parameters(String run, long number, long fromRunNanos, Map<String, Effective> values);

  /**
   * Reverts the parameters of entries from this number on, which a new coordinator does not know.
   */
  void parametersDropped(String run, long fromNumber);

  /** Grants a range of a fill. */
  void fill(String run, FillRange range);

  /** Revokes a range of a fill that now belongs to another generator. */
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
   * Returns a recent one-second result of a run's generator by number; empty if there is none yet.
   * Called after the member has lost its cluster, possibly on another thread.
   */
  Optional<SecondsStore.Stored> measured(String run, long number);

  /**
   * Stops sending, waits for operations in flight, then calls {@code ended}. Withheld operations
   * are counted as not sent, unless they are intended at or after the doubtful instant.
   */
  void drain(String run, long doubtfulFromRunNanos);

  /** Stops sending at once, without waiting for operations in flight. */
  void kill(String run);

  /** Delivers the next entry of the journal, in order. */
  void journal(String run, JournalEntry entry);

  /** Removes the entries from this number on, which will be replaced. */
  void journalDropped(String run, long fromNumber);

  /**
   * Whether merged results cannot be received now: this node neither takes part in the run nor
   * shows it, or a queue is full. Called again at the next tick.
   */
  boolean isBehind(String run);

  /** Delivers the next merged one-second result, in order, unless the generator is behind. */
  void merged(String run, StreamItem item);

  /** Removes the merged results from this number on, which will be replaced. */
  void mergedDropped(String run, long fromNumber);

  /** Reports that merged results before this number are lost. */
  void mergedMissing(String run, long beforeNumber);

  /** Reports that the fleet no longer needs a run, which ended minutes ago. */
  void forgotten(String run);

  /** Delivers the answer to a command that was given on this node. */
  void answered(String id, boolean accepted, String sentence);

  /** Reports that the node is drained and may leave the fleet. */
  void mayLeave();

  /**
   * The value of a parameter on a node, with the scope that set it.
   *
   * @param number number of the journal entry that set the value
   */
  record Effective(String text, Scope origin, long number) {}
}
