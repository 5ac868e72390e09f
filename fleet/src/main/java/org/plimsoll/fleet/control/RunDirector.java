package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.fleet.control.FleetMessage.RunBeat;
import org.plimsoll.fleet.control.FleetMessage.RunOrder;
import org.plimsoll.fleet.control.FleetMessage.RunReport;
import org.plimsoll.fleet.control.FleetMessage.Second;
import org.plimsoll.fleet.control.JournalEntry.Changed;
import org.plimsoll.fleet.control.JournalEntry.FillOpened;
import org.plimsoll.fleet.control.JournalEntry.FillSwitched;
import org.plimsoll.fleet.control.JournalEntry.Leaving;
import org.plimsoll.fleet.control.JournalEntry.Left;
import org.plimsoll.fleet.control.JournalEntry.Noted;
import org.plimsoll.fleet.control.JournalEntry.OperationsOpened;
import org.plimsoll.fleet.control.JournalEntry.Placed;
import org.plimsoll.fleet.control.JournalEntry.Stated;
import org.plimsoll.fleet.control.JournalEntry.StepDone;
import org.plimsoll.fleet.control.Participants.Participant;
import org.plimsoll.fleet.control.StreamItem.Covered;

/** Directs one run for the coordinator: its nodes, its states, and the orders to its members. */
final class RunDirector {
  private static final String TOO_MANY_CHANGES =
      "A run of a fleet can have at most %,d changes. Start a new run."
          .formatted(RunPolicy.CHANGES_MAX);

  private final String run;
  private final Members members;
  private final Followers followers;
  private final RunBook book;
  private final Roster roster;
  private final RunLife life;
  private final RunFills fills;
  private final RunOperations operations;
  private long endedNanos = FleetMessage.UNKNOWN;

  /** Creates the director of a run from its journal, which has at least one entry. */
  RunDirector(
      String run, Term term, Timings timings, Members members, Journal journal, Mirrored mirrored) {
    this.run = run;
    this.members = members;
    MergedStream stream = mirrored.stream();
    this.followers = new Followers(run, term, timings, members, journal, stream, mirrored.out());
    RunZero zero = new RunZero(timings, mirrored.takenOverNanos());
    this.book = new RunBook(term, timings, members, journal, stream, followers, zero);
    this.roster = new Roster(book);
    this.life = new RunLife(book, roster);
    this.fills = new RunFills(book);
    this.operations = new RunOperations(book);
  }

  /** The merged stream of a run, and the transport for its items. */
  record Mirrored(MergedStream stream, Outbox out, long takenOverNanos) {}

  /**
   * Continues a run of the previous coordinator from the reports of the members.
   *
   * @param isCertain whether the reports contain all entries that a majority had stored; otherwise
   *     the run ends
   */
  void takeOver(Map<String, RunReport> reports, boolean isCertain, long nowNanos) {
    book.setKnowsAll(isCertain);
    book.participants().skipNumbers();
    List<FillRange> done = new ArrayList<>();
    Map<String, List<FillRange>> held = new TreeMap<>();
    reports.forEach((node, report) -> {
      roster.reported(node, report.generator());
      report.promised().forEach(book.moves()::promisedBefore);
      done.addAll(report.fillDone());
      held.put(node, report.fillHeld());
    });
    boolean allHeard =
        book.participants().active().stream().allMatch(each -> reports.containsKey(each.node()));
    book.fill().restore(done, held, allHeard);
    operations.takeOver(reports);
    book.append(new Noted(book.term().node(), "now coordinates the run"), nowNanos);
  }

  /** Receives the report of a node after the take-over. */
  void reported(String node, RunReport report, long nowNanos) {
    roster.reported(node, report.generator());
    report.promised().forEach(book.moves()::promisedBefore);
    book.fill().done(node, report.fillDone());
    operations.reported(node, report, nowNanos);
    Participant participant = book.participants().find(node);
    if (participant != null && participant.active() && members.mayHold(node, nowNanos)) {
      book.fill().heldSince(node, report.fillHeld());
    }
  }

  /** Receives the part of a heartbeat that concerns this run. */
  void beat(String node, RunBeat beat, long nowNanos) {
    book.heard(node, beat);
    followers.beat(node, beat, nowNanos);
    if (book.moves().proposals().isEmpty()) {
      beat.open().forEach(book.moves()::promisedBefore);
    }
    book.fill().done(node, beat.fillDone());
    operations.beat(node, beat.operations(), nowNanos);
    if (beat.runNanos() != FleetMessage.UNKNOWN && !book.state().isEnd()) {
      book.zero().heard(beat.runNanos(), nowNanos);
      if (book.state() == RunState.PREPARING || book.state() == RunState.FILLING) {
        book.append(new Stated(RunState.RUNNING, "was already started"), nowNanos);
      }
    }
    if (beat.state() == MemberState.KILLED && !book.state().isEnd()) {
      book.append(new Stated(RunState.KILLED, beat.reason()), nowNanos);
    }
  }

  /** Receives a one-second result of a generator. */
  void second(Second second, long nowNanos) {
    book.stream().add(second, nowNanos);
  }

  /** Performs the actions that are due; returns whether members need new orders at once. */
  boolean step(long nowNanos) {
    if (!book.state().isEnd()) {
      book.noteKnown();
      roster.lose(nowNanos);
      roster.join(nowNanos);
      life.step(nowNanos);
      move(nowNanos);
      book.markChanged(roster.grows(nowNanos));
      if (book.knowsAll()) {
        fills.grant(nowNanos);
        operations.grant(nowNanos);
      }
    }
    List<Integer> delivering =
        book.participants().active().stream()
            .filter(each -> book.stateOf(each.node()) == MemberState.RUNNING)
            .map(Participant::generator)
            .toList();
    followers.step(
        book.stream().step(book.term(), delivering, book.state().isEnd(), nowNanos),
        book.beats(),
        nowNanos);
    return book.takeChanged();
  }

  /** Whether a member has not acknowledged orders that cannot wait for its next heartbeat. */
  boolean ordersUrgent() {
    boolean promises = !book.moves().proposals().isEmpty();
    boolean starts =
        book.state() == RunState.RUNNING
            && book.participants().active().stream()
                .map(each -> book.beats().get(each.node()))
                .anyMatch(beat -> beat != null && beat.state() == MemberState.READY);
    return promises || starts;
  }

  /** Whether the node has stored all entries that it needs before it may send. */
  boolean maySend(String node) {
    RunBeat beat = book.beats().get(node);
    return beat == null
        || beat.state() == MemberState.FOLLOWING
        || beat.state() == MemberState.KILLED
        || book.moves().upToDate(beat, book.journal());
  }

  /** Whether the run no longer needs the node. */
  boolean spares(String node) {
    Participant participant = book.participants().find(node);
    RunBeat beat = book.beats().get(node);
    boolean delivers =
        beat != null
            && beat.delivers().stream()
                .anyMatch(each -> book.stream().kept(each.generator()) < each.number());
    if (participant == null || delivers) {
      return !delivers;
    }
    return beat != null
        && !beat.state().takesPart()
        && (!participant.active() || book.state().isEnd())
        && book.stream().kept(participant.generator()) >= beat.seconds();
  }

  RunOrder order(String node, long nowNanos) {
    Participant participant = book.participants().find(node);
    return new RunOrder(
        run,
        book.state() == RunState.RUNNING
            ? book.zero().publishedNanos(nowNanos)
            : FleetMessage.UNKNOWN,
        book.zero().entry(),
        book.known(),
        book.journal().termAt(book.known()),
        book.moves().proposals(),
        roster.grown(),
        book.fill().held(node),
        book.fill().done(),
        participant == null ? 0 : book.stream().kept(participant.generator()),
        operations.order(node),
        delivered(node));
  }

  /**
   * Returns the last results of removed generators that a node delivers and all mirrors have
   * stored.
   */
  private List<Covered> delivered(String node) {
    RunBeat beat = book.beats().get(node);
    return beat == null
        ? List.of()
        : beat.delivers().stream()
            .map(each -> new Covered(each.generator(), book.stream().kept(each.generator())))
            .toList();
  }

  /** Executes a command. Returns a refusal, or the number of the entry that nodes must store. */
  Outcome command(String id, Command command, long nowNanos) {
    return switch (command) {
      case Command.Change change -> change(id, change, nowNanos);
      case Command.Stop stop -> stop(stop.who(), nowNanos);
      case Command.Fill fill ->
          once(
              item -> item instanceof FillOpened opened && opened.number() == fill.number(),
              new FillOpened(fill.number(), fill.rows()),
              fills.refusal(fill),
              nowNanos);
      case Command.Operations opens ->
          once(
              item ->
                  item instanceof OperationsOpened opened
                      && opened.operations() >= opens.operations(),
              new OperationsOpened(opens.operations()),
              "",
              nowNanos);
      case Command.SwitchFill fill when !fill.isOn() && fills.hasEnded(fill) ->
          Outcome.done(book.journal().head());
      case Command.SwitchFill fill ->
          once(
              item -> item instanceof FillSwitched before && before.id().equals(id),
              new FillSwitched(
                  id, fill.scope(), fill.isOn(), fill.who(), !fill.isOn() && fill.startedBy() != 0),
              fills.refusal(fill),
              nowNanos);
      case Command.Done done ->
          once(
              item -> item instanceof StepDone before && before.step().equals(done.step()),
              new StepDone(done.step(), done.result()),
              "",
              nowNanos);
      case Command.Place place -> place(place, nowNanos);
      default -> Outcome.done(book.journal().head());
    };
  }

  /** The result of a command: a refusal, or the entry that a majority of nodes must store. */
  record Outcome(String refusal, long entry) {
    static Outcome done(long entry) {
      return new Outcome("", entry);
    }
  }

  /** Whether a majority of nodes has stored the journal up to an entry. */
  boolean mostFollow(long entry) {
    return book.mostFollow(entry);
  }

  /** Applies a changed weight to a node. */
  void weigh(String node, int weight, long nowNanos) {
    roster.weigh(node, weight, nowNanos);
  }

  /** Frees memory of an ended run; returns whether the run can be forgotten. */
  boolean age(long nowNanos) {
    if (!book.state().isEnd()) {
      return false;
    }
    book.stream().slim();
    if (endedNanos == FleetMessage.UNKNOWN) {
      endedNanos = nowNanos;
    }
    // This is later than on the members, because a member's report about an unknown run would
    // restore the run.
    return nowNanos - endedNanos > 2 * Timings.FORGET_NANOS;
  }

  /** Returns the bytes of merged seconds in memory. */
  long mergedBytes() {
    return book.stream().bytes();
  }

  RunState state() {
    return book.state();
  }

  Journal journal() {
    return book.journal();
  }

  List<Share> shares() {
    return book.moves().shares();
  }

  long fillDoneRows() {
    return book.fill().doneRows();
  }

  private Outcome change(String id, Command.Change change, long nowNanos) {
    Long before = book.changeOf(id);
    Changed item = new Changed(id, change.scope(), change.who(), change.texts(), change.cleared());
    String refusal = book.journal().head() < RunPolicy.CHANGES_MAX ? "" : TOO_MANY_CHANGES;
    return before == null ? write(item, refusal, nowNanos) : Outcome.done(before);
  }

  /**
   * Appends an entry, unless a repeated command has already appended it.
   *
   * @param refusal the reason why the entry must not be added; empty if it is allowed
   */
  private Outcome once(
      Predicate<JournalEntry.Item> same, JournalEntry.Item item, String refusal, long nowNanos) {
    for (JournalEntry entry : book.journal().all()) {
      if (same.test(entry.item())) {
        return Outcome.done(entry.number());
      }
    }
    return write(item, refusal, nowNanos);
  }

  private Outcome write(JournalEntry.Item item, String refusal, long nowNanos) {
    if (book.state().isEnd()) {
      return new Outcome("The run has ended.", 0);
    }
    if (!refusal.isEmpty()) {
      return new Outcome(refusal, 0);
    }
    book.append(item, nowNanos);
    return Outcome.done(book.journal().head());
  }

  private Outcome place(Command.Place place, long nowNanos) {
    String refusal = roster.refusal(place.nodes());
    if (refusal.isEmpty()) {
      book.append(new Placed(place.nodes(), place.who()), nowNanos);
    }
    return new Outcome(refusal, book.journal().head());
  }

  private Outcome stop(String who, long nowNanos) {
    if (book.state() == RunState.RUNNING) {
      book.drain("stopped by " + who, nowNanos);
    } else if (!book.state().isEnd() && book.state() != RunState.DRAINING) {
      book.append(new Stated(RunState.FAILED, "stopped by " + who + " before the start"), nowNanos);
    }
    return Outcome.done(book.journal().head());
  }

  private void move(long nowNanos) {
    if (book.state() != RunState.RUNNING || book.zero().isUnknown()) {
      return;
    }
    List<Proposal> before = book.moves().proposals();
    long runNanos = book.zero().runNanos(nowNanos);
    List<ShareMoves.Holder> holders =
        book.participants().all().stream().map(each -> holder(each, nowNanos)).toList();
    Optional<ShareMoves.Move> move =
        book.moves()
            .step(
                new ShareMoves.Situation(
                    members.canTellLosses(nowNanos),
                    roster.wanted(),
                    runNanos,
                    book.lastChange(),
                    book.beats(),
                    holders));
    move.ifPresent(each -> book.append(each.shares(), each.fromRunNanos(), nowNanos));
    book.markChanged(!book.moves().proposals().equals(before));
    // A leaving node still sends operations that are due before the instant, even if its clock is
    // late.
    if (book.moves().proposals().isEmpty()
        && runNanos > book.moves().movedFromRunNanos() + book.timings().moveNanos()) {
      for (Participant each : book.participants().active()) {
        if (roster.isLeaving(each) && !book.moves().has(each.generator())) {
          book.append(new Left(each.node(), Leaving.DRAINED, "handed over"), nowNanos);
        }
      }
    }
  }

  private ShareMoves.Holder holder(Participant each, long nowNanos) {
    long heldUntil = members.heldUntilNanos(each.node());
    return new ShareMoves.Holder(
        each.node(), each.generator(), nowNanos <= heldUntil, book.zero().runNanos(heldUntil));
  }
}
