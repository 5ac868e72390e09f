package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.spec.Scope;

/**
 * The generator's side of a member: what the control plane calls on this node. Calls must return at
 * once. What happens in consequence comes back through the methods of {@link Member}: {@code
 * prepared}, {@code atStart}, {@code failed}, {@code started}, {@code second}, {@code filled},
 * {@code ended}.
 *
 * <p>Instants are in nanoseconds: {@code …Nanos} by this node's monotonic clock, {@code …RunNanos}
 * in run time.
 */
public interface LocalRuns {
  /** Opens the target, connects, and creates the loads; nothing is sent. */
  void prepare(String run, int generator, byte[] spec);

  /**
   * The run's time is 0 at this instant, which may be past for a node that joins later. Called
   * again with another instant if a new coordinator had to choose one; no index is sent twice.
   */
  void start(String run, long zeroNanos);

  /** The node may send operations of any run up to this instant, by its own clock. */
  void sendUntil(long nanos);

  /**
   * From the proposal's instant on, does not send what it takes away, until shares with the same or
   * a higher epoch have moved.
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

  /** The last epoch within whose bounds the operations in flight of this generator are. */
  long settled(String run);

  /** All generators are within the bounds of an epoch, so this one may use its own. */
  void grown(String run, long epoch);

  /**
   * A move that the coordinator does not know, as its former one was lost: what it took away is
   * withheld as if it were only promised, until shares with the same or a higher epoch move.
   */
  void moveDropped(String run, long epoch);

  /**
   * Parameters of this node from an instant on, which may be past: the schedule continues as if
   * they had been known then, and operations whose time has passed are counted as not sent.
   *
   * @param number of the journal's entry
   */
  void parameters(String run, long number, long fromRunNanos, Map<String, Effective> values);

  /** Forgets parameters with this number or a higher one: a new coordinator does not know them. */
  void parametersDropped(String run, long fromNumber);

  /** Fills a range. */
  void fill(String run, FillRange range);

  /** Stops to fill a range, which belongs to another generator now. */
  void fillRevoked(String run, FillRange range);

  /** All positions that are filled, by whichever generator. */
  void filledByAll(String run, List<FillRange> done);

  /** Operations of the measurement that this generator takes. */
  void operations(String run, FillRange range);

  /**
   * No more operations will be granted before a number.
   *
   * @param end the number
   */
  void operationsOver(String run, long end);

  /**
   * One of the last seconds that the generator of a run has measured, by its number; empty if there
   * is none yet. Called after the member has lost its cluster, also on another thread.
   */
  Optional<SecondsStore.Stored> measured(String run, long number);

  /**
   * Sends nothing new from now on, waits for what is in flight, then calls {@code ended}. What it
   * withheld is counted as not sent, unless it is intended at or after the doubtful instant.
   */
  void drain(String run, long doubtfulFromRunNanos);

  /** Sends nothing from now on and waits for nothing. */
  void kill(String run);

  /** The next entry of the journal, for the mirror; called in order. */
  void journal(String run, JournalEntry entry);

  /** Entries from this number on are replaced. */
  void journalDropped(String run, long fromNumber);

  /**
   * Whether the generator takes no merged seconds now: it has no part in the run, or enough of them
   * to add. Asked again at the next tick.
   */
  boolean isBehind(String run);

  /** The next merged second, unless the generator is behind; called in order. */
  void merged(String run, StreamItem item);

  /** Merged seconds from this number on are replaced. */
  void mergedDropped(String run, long fromNumber);

  /** Merged seconds before this number cannot be had any more. */
  void mergedMissing(String run, long beforeNumber);

  /** The fleet needs nothing more of a run that has ended some minutes ago. */
  void forgotten(String run);

  /** The answer to a command that this node was given. */
  void answered(String id, boolean accepted, String sentence);

  /** The node is drained: it may leave the fleet. */
  void mayLeave();

  /**
   * A parameter's value at a node, and where it comes from.
   *
   * @param number of the journal's entry that set it
   */
  record Effective(String text, Scope origin, long number) {}
}
