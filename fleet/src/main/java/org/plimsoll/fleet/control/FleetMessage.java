package org.plimsoll.fleet.control;

import java.util.List;
import org.plimsoll.engine.share.FillRange;

/**
 * Messages between the nodes of a fleet: records of texts, numbers and opaque bytes. Those from a
 * member to the coordinator and back describe states, not steps, so a message that is lost is
 * replaced by the next one, and one that comes twice or late does no harm.
 */
public sealed interface FleetMessage {
  // From the coordinator to a member.

  /** A coordinator takes over and asks for a report. */
  record Claim(Term term, String version, int protocol) implements FleetMessage {}

  /**
   * What a member shall do and know now.
   *
   * @param sequence grows with each message of the term; a member ignores older ones
   * @param echoNanos send time of the beat that this answers, by the member's clock; 0 for none
   * @param nowNanos the coordinator's clock
   * @param leaseNanos length of the lease from the beat on; 0 if the lease is not renewed
   * @param draining the node shall take no new shares
   * @param mayLeave nothing of the node is needed any more
   * @param nodes number of nodes of the fleet
   * @param weight of the member's shares, which it tells the next coordinator
   */
  record Orders(
      Term term,
      long sequence,
      long echoNanos,
      long nowNanos,
      long leaseNanos,
      boolean draining,
      boolean mayLeave,
      int nodes,
      int weight,
      List<RunOrder> runs)
      implements FleetMessage {}

  /**
   * The part of one run in {@link Orders}.
   *
   * @param zeroNanos instant of run time 0 by the coordinator's clock; {@link #UNKNOWN} before
   * @param zeroEntry number of the journal's entry that says that the run has started; a member
   *     starts again if it is another one than before
   * @param known number of the last entry of the journal that most nodes follow
   * @param knownTerm term of that entry
   * @param proposals none or one
   * @param grown the last epoch within whose bounds all generators are
   * @param fill all ranges that the member holds
   * @param fillDone all positions that are written
   * @param secondsKept number of the last second that all mirrors keep
   * @param operations those of the measurement, if they are granted
   * @param delivered last seconds of former generators that all mirrors keep
   */
  record RunOrder(
      String run,
      long zeroNanos,
      long zeroEntry,
      long known,
      Term knownTerm,
      List<Proposal> proposals,
      long grown,
      List<FillRange> fill,
      List<FillRange> fillDone,
      long secondsKept,
      OperationOrder operations,
      List<StreamItem.Covered> delivered) {}

  /**
   * The operations of a measurement in a {@link RunOrder}.
   *
   * @param held all ranges that the member holds
   * @param used all ranges that are used up, by anyone
   * @param known nothing is granted beyond it before most members know it
   * @param over nothing more will be granted before it
   */
  record OperationOrder(List<FillRange> held, List<FillRange> used, long known, long over) {}

  /**
   * A part of a run's journal, from the coordinator or as a member's answer to {@link Fetch}.
   *
   * @param before term of the entry before the first one
   */
  record Entries(Term term, String node, String run, Term before, List<JournalEntry> entries)
      implements FleetMessage {}

  /**
   * A part of a run's merged stream, from the coordinator or as a member's answer.
   *
   * @param oldest number of the oldest item that the sender has
   * @param before term of the item before the first one
   */
  record Items(Term term, String node, String run, long oldest, Term before, List<StreamItem> items)
      implements FleetMessage {}

  /** The coordinator asks a member for entries of the journal and items of the stream. */
  record Fetch(Term term, String run, long fromEntry, long fromItem) implements FleetMessage {}

  /** Answer to an {@link Ask}. */
  record Answer(Term term, String id, boolean accepted, String sentence) implements FleetMessage {}

  // From a member to the coordinator.

  /** The member has seen a higher term. */
  record Refused(String node, Term seen) implements FleetMessage {}

  /**
   * Everything that a new coordinator needs to go on.
   *
   * @param ordered term of the coordinator whose orders it has followed last
   * @param nodes number of nodes of the fleet in these orders
   */
  record Report(
      Term term, Node node, boolean draining, Term ordered, int nodes, List<RunReport> runs)
      implements FleetMessage {}

  /**
   * The part of one run in a {@link Report}.
   *
   * @param generator number of the node in the run; -1 if it takes no part
   * @param promised proposals that are neither committed nor superseded
   * @param fillDone positions that the member knows as written, by anyone
   * @param fillHeld ranges that it holds
   * @param kept seconds of each generator that are in the mirror's merged stream
   * @param operationsHeld ranges of operations that it holds
   * @param operationsUsed ranges that the member knows as used up, by anyone
   * @param operationsKnown see {@link OperationOrder}
   */
  record RunReport(
      String run,
      int generator,
      long journal,
      Term journalTerm,
      List<Proposal> promised,
      long stream,
      Term streamTerm,
      List<StreamItem.Covered> kept,
      List<FillRange> fillDone,
      List<FillRange> fillHeld,
      List<FillRange> operationsHeld,
      List<FillRange> operationsUsed,
      long operationsKnown) {}

  /**
   * A member lives, asks for its lease, and says what it has done. Sent each second, and at once
   * when something has changed.
   *
   * @param sentNanos by the member's clock
   */
  record Beat(Term term, String node, long sequence, long sentNanos, List<RunBeat> runs)
      implements FleetMessage {}

  /**
   * The part of one run in a {@link Beat}.
   *
   * @param runNanos run time at which the beat was sent; {@link #UNKNOWN} before the start is known
   * @param startedNanos when it started, by the coordinator's clock; {@link #UNKNOWN} before
   * @param startedErrorNanos largest error of that instant
   * @param atStart whether it waits for the start, with nothing left to prepare
   * @param journal last entry that the member follows
   * @param applied its generator has the parameters up to this entry
   * @param endedRunNanos run time at which it ended; {@link #UNKNOWN} before
   * @param endedEntry its generator had the parameters up to this entry when it ended
   * @param settled the last epoch within whose bounds its operations in flight are
   * @param promised epoch of the last promised proposal
   * @param notBeforeRunNanos earliest instant at which those shares may move
   * @param open promises, also to former coordinators, after which no shares have moved
   * @param seconds number of its last second
   * @param fillDone ranges that are complete since they were granted
   * @param fillWanted whether it can take another range
   * @param delivers last seconds of generators of removed members of this process, which it
   *     delivers
   */
  record RunBeat(
      String run,
      MemberState state,
      String reason,
      long runNanos,
      long startedNanos,
      long startedErrorNanos,
      boolean atStart,
      long journal,
      Term journalTerm,
      long applied,
      long endedRunNanos,
      long endedEntry,
      long settled,
      long promised,
      long notBeforeRunNanos,
      List<Proposal> open,
      long stream,
      Term streamTerm,
      long seconds,
      List<FillRange> fillDone,
      boolean fillWanted,
      OperationBeat operations,
      List<StreamItem.Covered> delivers) {}

  /**
   * The operations of a measurement in a {@link RunBeat}.
   *
   * @param used ranges that are used up since they were granted
   * @param returned ranges of which nothing was taken, and will be
   * @param wanted the end of the operations of which it can take another range; 0 if it cannot
   * @param known see {@link OperationOrder}
   */
  record OperationBeat(List<FillRange> used, List<FillRange> returned, long wanted, long known) {
    /** A member that takes no operations. */
    static final OperationBeat NONE = new OperationBeat(List.of(), List.of(), 0, 0);
  }

  /**
   * Results of one generator for one second. It is sent again until all mirrors have stored it.
   *
   * @param again whether it was sent to a former coordinator
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Second(
      Term term,
      String node,
      String run,
      int generator,
      long number,
      long second,
      byte[] data,
      boolean again)
      implements FleetMessage {}

  /** A command of a person, sent again until it is answered. */
  record Ask(String node, String id, Command command) implements FleetMessage {}

  // From any node to every node.

  /**
   * Stops all load of a run at once. Each node that hears it first passes it on, with or without a
   * coordinator.
   */
  record Kill(String run, String who) implements FleetMessage {}

  /** No instant. */
  long UNKNOWN = Long.MIN_VALUE;
}
