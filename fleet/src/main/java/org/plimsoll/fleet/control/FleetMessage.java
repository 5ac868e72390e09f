package org.plimsoll.fleet.control;

import java.util.List;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.KeptBounds;

/**
 * Messages between the nodes of a fleet: records of texts, numbers and opaque bytes. Messages
 * between members and the coordinator describe states, not steps. So a lost message is replaced by
 * the next one, and repeated or late messages are harmless.
 */
public sealed interface FleetMessage {
  // From the coordinator to a member.

  /** Announces a new coordinator, and requests a report. */
  record Claim(Term term, String version, int protocol) implements FleetMessage {}

  /**
   * The current orders to a member.
   *
   * @param sequence increases with each message of the term; a member ignores older messages
   * @param echoNanos send time of the answered heartbeat, by the member's clock; 0 for none
   * @param nowNanos the coordinator's clock
   * @param leaseNanos length of the lease, from the heartbeat on; 0 if the lease is not renewed
   * @param draining whether the node receives no new shares
   * @param mayLeave whether no run needs the node
   * @param nodes number of nodes in the fleet
   * @param weight weight of the member's share, which the member reports to the next coordinator
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
   * @param zeroNanos instant of run time 0 by the coordinator's clock; {@link #UNKNOWN} before it
   *     is chosen
   * @param zeroEntry number of the journal entry about the start of the run; a member starts again
   *     if this changes
   * @param known number of the last journal entry that a majority of nodes has stored
   * @param knownTerm term of that entry
   * @param proposals none or one
   * @param grown latest epochs of shares whose limits all generators obey
   * @param fill all ranges that are granted to the member
   * @param fillDone all positions that are written
   * @param secondsKept number of the last one-second result that all mirrors have stored
   * @param operations operations of the measurement, if they are granted
   * @param delivered last results of removed generators that all mirrors have stored
   */
  record RunOrder(
      String run,
      long zeroNanos,
      long zeroEntry,
      long known,
      Term knownTerm,
      List<Proposal> proposals,
      KeptBounds grown,
      List<FillRange> fill,
      List<FillRange> fillDone,
      long secondsKept,
      OperationOrder operations,
      List<StreamItem.Covered> delivered) {}

  /**
   * The part of {@link RunOrder} about the operations of a measurement.
   *
   * @param held all ranges granted to the member
   * @param used all ranges that any generator has completed
   * @param known limit up to which operations are granted, until a majority of members knows a
   *     higher limit
   * @param over number below which no further operation is granted
   */
  record OperationOrder(List<FillRange> held, List<FillRange> used, long known, long over) {}

  /**
   * A part of a run's journal, sent by the coordinator, or by a member in answer to {@link Fetch}.
   *
   * @param before term of the entry before the first one
   */
  record Entries(Term term, String node, String run, Term before, List<JournalEntry> entries)
      implements FleetMessage {}

  /**
   * A part of a run's merged stream, sent by the coordinator, or by a member in answer to {@link
   * Fetch}.
   *
   * @param oldest number of the oldest item that the sender has
   * @param before term of the item before the first one
   */
  record Items(Term term, String node, String run, long oldest, Term before, List<StreamItem> items)
      implements FleetMessage {}

  /** Requests entries of the journal and items of the stream from a member. */
  record Fetch(Term term, String run, long fromEntry, long fromItem) implements FleetMessage {}

  /** The answer to an {@link Ask}. */
  record Answer(Term term, String id, boolean accepted, String sentence) implements FleetMessage {}

  // From a member to the coordinator.

  /** Reports that the member has seen a higher term. */
  record Refused(String node, Term seen) implements FleetMessage {}

  /**
   * The state of a member, for a new coordinator.
   *
   * @param ordered term of the coordinator that the member last followed
   * @param nodes number of nodes in the fleet, according to these orders
   */
  record Report(
      Term term, Node node, boolean draining, Term ordered, int nodes, List<RunReport> runs)
      implements FleetMessage {}

  /**
   * The part of one run in a {@link Report}.
   *
   * @param generator number of the node in the run; -1 if the node is not in the run
   * @param promised proposals that are neither committed nor superseded
   * @param fillDone positions that the member knows as written by any generator
   * @param fillHeld ranges granted to the member
   * @param kept last one-second result of each generator in the mirror's merged stream
   * @param operationsHeld ranges of operations granted to the member
   * @param operationsUsed ranges that the member knows as completed by any generator
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
   * The heartbeat of a member. It requests a renewal of the lease, and reports progress. Sent each
   * second, and at once after a change.
   *
   * @param sentNanos time of sending by the member's clock
   */
  record Beat(Term term, String node, long sequence, long sentNanos, List<RunBeat> runs)
      implements FleetMessage {}

  /**
   * The part of one run in a {@link Beat}.
   *
   * @param runNanos run time at which the heartbeat was sent; {@link #UNKNOWN} before the start is
   *     known
   * @param startedNanos start of the generator by the coordinator's clock; {@link #UNKNOWN} before
   *     the start
   * @param startedErrorNanos maximum error of that instant
   * @param atStart whether the generator has completed all preparations and waits for the start
   * @param journal last entry that the member has stored
   * @param applied last entry whose parameters the generator has applied
   * @param endedRunNanos run time at which the generator ended; {@link #UNKNOWN} before its end
   * @param endedEntry last entry whose parameters the generator had applied at its end
   * @param settled latest epochs whose limits the operations in flight of the generator obey
   * @param promised epoch of the last promised proposal
   * @param notBeforeRunNanos earliest instant at which those shares may move
   * @param open promises, including those to previous coordinators, after which no shares have
   *     moved
   * @param seconds number of the generator's last one-second result
   * @param fillDone ranges that were completed since they were granted
   * @param fillWanted whether the generator can take another range
   * @param delivers last results that the member delivers for earlier members of this process
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
      KeptBounds settled,
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
   * The part of {@link RunBeat} about the operations of a measurement.
   *
   * @param used ranges that were completed since they were granted
   * @param returned ranges that the generator returns without using them
   * @param wanted end of the operations for which the generator requests another range; 0 if it
   *     requests none
   * @param known see {@link OperationOrder}
   */
  record OperationBeat(List<FillRange> used, List<FillRange> returned, long wanted, long known) {
    /** The state of a member without operations. */
    static final OperationBeat NONE = new OperationBeat(List.of(), List.of(), 0, 0);
  }

  /**
   * The one-second result of a generator. It is repeated until all mirrors have stored it.
   *
   * @param again whether the result was already sent to a previous coordinator
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

  /** A user's command, which is repeated until it is answered. */
  record Ask(String node, String id, Command command) implements FleetMessage {}

  // From any node to all nodes.

  /**
   * Stops all load of a run at once. Each node forwards the message once, with or without a
   * coordinator.
   */
  record Kill(String run, String who) implements FleetMessage {}

  /** The value for an unknown instant. */
  long UNKNOWN = Long.MIN_VALUE;
}
