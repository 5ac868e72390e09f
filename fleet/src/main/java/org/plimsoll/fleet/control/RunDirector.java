package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.control.FleetMessage.Inserts;
import org.plimsoll.fleet.control.FleetMessage.RunBeat;
import org.plimsoll.fleet.control.FleetMessage.RunOrder;
import org.plimsoll.fleet.control.FleetMessage.RunReport;
import org.plimsoll.fleet.control.FleetMessage.Second;
import org.plimsoll.fleet.control.JournalEntry.Changed;
import org.plimsoll.fleet.control.JournalEntry.Joined;
import org.plimsoll.fleet.control.JournalEntry.Leaving;
import org.plimsoll.fleet.control.JournalEntry.Left;
import org.plimsoll.fleet.control.JournalEntry.Noted;
import org.plimsoll.fleet.control.JournalEntry.Placed;
import org.plimsoll.fleet.control.JournalEntry.SharesMoved;
import org.plimsoll.fleet.control.JournalEntry.Stated;
import org.plimsoll.fleet.control.JournalEntry.Submitted;
import org.plimsoll.fleet.control.Participants.Participant;

/** The coordinator's part in one run: who takes part, its states, and what each member shall do. */
final class RunDirector {
  /** How long a run waits for nodes when none is left. */
  private static final int DESERTED_LEASES = 5;

  private final String run;
  private final Term term;
  private final Timings timings;
  private final Members members;
  private final Followers followers;
  private final Journal journal;
  private final Participants participants = new Participants();
  private final ShareMoves moves;
  private final FillGrants fill;
  private final MergedStream stream;
  private final Map<String, RunBeat> beats = new TreeMap<>();
  private final Map<String, Integer> reportedGenerators = new TreeMap<>();
  private final RunZero zero;
  private RunState state = RunState.PREPARING;
  private List<String> placed;
  private long lastChange;
  private long lastEffectRunNanos;
  private long desertedNanos = Long.MAX_VALUE;
  private boolean changed;

  /** Directs a run from its journal, which has one entry at least. */
  RunDirector(
      String run, Term term, Timings timings, Members members, Journal journal, Mirrored mirrored) {
    this.run = run;
    this.term = term;
    this.timings = timings;
    this.members = members;
    this.journal = journal;
    this.stream = mirrored.stream();
    this.followers = new Followers(run, term, timings, members, journal, stream, mirrored.out());
    this.moves = new ShareMoves(timings);
    RunPolicy policy = journal.submitted().policy();
    this.fill = new FillGrants(policy.fillRows(), policy.fillRangeRows());
    this.placed = policy.nodes();
    this.zero = new RunZero(timings, mirrored.takenOverNanos());
    journal.all().forEach(this::follow);
  }

  /** The stream of a run and where its items go. */
  record Mirrored(MergedStream stream, Outbox out, long takenOverNanos) {}

  /** Continues the run of a former coordinator with what the members have reported. */
  void takeOver(Map<String, RunReport> reports, long nowNanos) {
    participants.skipNumbers();
    List<FillRange> done = new ArrayList<>();
    Map<String, List<FillRange>> held = new TreeMap<>();
    reports.forEach((node, report) -> {
      reportedGenerators.put(node, report.generator());
      report.promised().forEach(moves::promisedBefore);
      done.addAll(report.fillDone());
      held.put(node, report.fillHeld());
    });
    boolean allHeard =
        participants.active().stream().allMatch(each -> reports.containsKey(each.node()));
    fill.restore(done, held, allHeard);
    append(new Noted(term.node(), "coordinates the run"), nowNanos);
  }

  /** A node has reported after this coordinator took over. */
  void reported(String node, RunReport report, long nowNanos) {
    reportedGenerators.put(node, report.generator());
    report.promised().forEach(moves::promisedBefore);
    fill.done(node, report.fillDone());
    Participant participant = participants.find(node);
    if (participant != null && participant.active() && members.mayHold(node, nowNanos)) {
      fill.heldSince(node, report.fillHeld());
    }
  }

  /** A member's part in this run, as of now. */
  void beat(String node, RunBeat beat, long nowNanos) {
    beats.put(node, beat);
    followers.beat(node, beat, nowNanos);
    fill.done(node, beat.fillDone());
    if (beat.runNanos() != FleetMessage.UNKNOWN && !state.isEnd()) {
      zero.heard(beat.runNanos(), nowNanos);
      if (state == RunState.PREPARING || state == RunState.FILLING) {
        append(new Stated(RunState.RUNNING, "had been started"), nowNanos);
      }
    }
    if (beat.state() == MemberState.KILLED && !state.isEnd()) {
      append(new Stated(RunState.KILLED, beat.reason()), nowNanos);
    }
  }

  /** A generator's second has arrived. */
  void second(Second second, long nowNanos) {
    stream.add(second, nowNanos);
  }

  /** Does what is due; returns whether the members should get new orders at once. */
  boolean step(long nowNanos) {
    if (!state.isEnd()) {
      lose(nowNanos);
      join(nowNanos);
      live(nowNanos);
      move(nowNanos);
      grant(nowNanos);
    }
    List<Integer> delivering =
        participants.active().stream()
            .filter(each -> stateOf(each.node()) == MemberState.RUNNING)
            .map(Participant::generator)
            .toList();
    followers.step(stream.step(term, delivering, state.isEnd(), nowNanos), beats, nowNanos);
    boolean wasChanged = changed;
    changed = false;
    return wasChanged;
  }

  /** Whether some member has not acknowledged orders that should not wait for its next beat. */
  boolean ordersUrgent() {
    boolean promises = !moves.proposals().isEmpty();
    boolean starts =
        state == RunState.RUNNING
            && participants.active().stream()
                .map(each -> beats.get(each.node()))
                .anyMatch(beat -> beat != null && beat.state() == MemberState.READY);
    return promises || starts;
  }

  /** Whether the node follows everything that it must know before it may send. */
  boolean maySend(String node) {
    RunBeat beat = beats.get(node);
    return beat == null
        || beat.state() == MemberState.FOLLOWING
        || beat.state() == MemberState.KILLED
        || moves.upToDate(beat, journal);
  }

  /** Whether the run needs nothing of the node any more. */
  boolean spares(String node) {
    Participant participant = participants.find(node);
    RunBeat beat = beats.get(node);
    if (participant == null || beat == null) {
      return participant == null || !members.heard(node, zero.lastNanos());
    }
    boolean over = beat.state() != MemberState.RUNNING && beat.state() != MemberState.PREPARING;
    return !participant.active() && over && stream.kept(participant.generator()) >= beat.seconds();
  }

  RunOrder order(String node, long nowNanos) {
    Participant participant = participants.find(node);
    List<Inserts> inserts = new ArrayList<>();
    for (Participant each : participants.all()) {
      RunBeat beat = beats.get(each.node());
      if (beat != null && !beat.insertsEnded().isEmpty()) {
        inserts.add(new Inserts(each.generator(), beat.insertsEnded()));
      }
    }
    return new RunOrder(
        run,
        state == RunState.RUNNING ? zero.publishedNanos(nowNanos) : FleetMessage.UNKNOWN,
        zero.entry(),
        moves.proposals(),
        fill.held(node),
        fill.done(),
        participant == null ? 0 : stream.kept(participant.generator()),
        inserts);
  }

  /** Carries out a command; returns why not, or the number of the entry that must be followed. */
  Outcome command(String id, Command command, long nowNanos) {
    return switch (command) {
      case Command.Change change -> change(id, change, nowNanos);
      case Command.Stop stop -> stop(stop.who(), nowNanos);
      case Command.Place place -> {
        append(new Placed(place.nodes(), place.who()), nowNanos);
        yield Outcome.done(journal.head());
      }
      default -> Outcome.done(journal.head());
    };
  }

  /** Result of a command: a sentence if it was refused, else the entry that most must follow. */
  record Outcome(String refusal, long entry) {
    static Outcome done(long entry) {
      return new Outcome("", entry);
    }
  }

  /** Whether most nodes follow the journal up to an entry, so that it survives any one loss. */
  boolean mostFollow(long entry) {
    return followers.mostFollow(entry, beats);
  }

  /** A node's weight was changed. */
  void weigh(String node, int weight, long nowNanos) {
    Participant participant = participants.find(node);
    if (participant != null && participant.active() && participant.weight() != weight) {
      append(new Joined(node, participant.generator(), weight), nowNanos);
    }
  }

  RunState state() {
    return state;
  }

  Journal journal() {
    return journal;
  }

  List<Share> shares() {
    return moves.shares();
  }

  long fillDoneRows() {
    return fill.doneRows();
  }

  private Outcome change(String id, Command.Change change, long nowNanos) {
    for (JournalEntry entry : journal.all()) {
      if (entry.item() instanceof Changed before && before.id().equals(id)) {
        return Outcome.done(entry.number());
      }
    }
    if (state.isEnd()) {
      return new Outcome("The run has ended.", 0);
    }
    append(
        new Changed(id, change.scope(), change.who(), change.texts(), change.cleared()), nowNanos);
    return Outcome.done(journal.head());
  }

  private Outcome stop(String who, long nowNanos) {
    if (state == RunState.RUNNING) {
      drain("stopped by " + who, nowNanos);
    } else if (!state.isEnd() && state != RunState.DRAINING) {
      append(new Stated(RunState.FAILED, "stopped by " + who + " before the start"), nowNanos);
    }
    return Outcome.done(journal.head());
  }

  private void lose(long nowNanos) {
    RunPolicy policy = journal.submitted().policy();
    boolean started = state == RunState.RUNNING || state == RunState.DRAINING;
    for (Participant each : participants.active()) {
      RunBeat beat = beats.get(each.node());
      if (beat != null && beat.state() == MemberState.CANNOT_START) {
        append(new Left(each.node(), Leaving.CANNOT_START, beat.reason()), nowNanos);
        if (!started && policy.cannotStart() == RunPolicy.CannotStart.STOP) {
          append(
              new Stated(RunState.FAILED, each.node() + " cannot start: " + beat.reason()),
              nowNanos);
        }
      } else if (members.canTellLosses(nowNanos)
          && !members.mayHold(each.node(), nowNanos)
          && !members.heard(each.node(), nowNanos)
          && !(state == RunState.RUNNING && policy.loss() == RunPolicy.Loss.DEGRADE)) {
        fill.lost(each.node());
        append(new Left(each.node(), Leaving.LOST, "not heard for a lease"), nowNanos);
        if (state == RunState.RUNNING && policy.loss() == RunPolicy.Loss.STOP) {
          drain(each.node() + " was lost", nowNanos);
        }
      }
    }
  }

  private void join(long nowNanos) {
    if (state == RunState.DRAINING || state.isEnd()) {
      return;
    }
    for (Members.Seen each : members.all()) {
      Participant before = participants.find(each.id());
      boolean returns = before == null || before.left() == Leaving.LOST;
      boolean able =
          switch (stateOf(each.id())) {
            case FOLLOWING, PREPARING, READY, RUNNING -> true;
            case ENDED, CANNOT_START, KILLED -> false;
          };
      if (returns && able && isPlaced(each) && members.heard(each.id(), nowNanos)) {
        int reported = reportedGenerators.getOrDefault(each.id(), -1);
        append(
            new Joined(each.id(), participants.number(each.id(), reported), each.weight()),
            nowNanos);
      }
    }
  }

  private boolean isPlaced(Members.Seen member) {
    return member.takesPart()
        && !member.draining()
        && (placed.isEmpty() || placed.contains(member.id()));
  }

  private void live(long nowNanos) {
    switch (state) {
      case PREPARING -> {
        if (allActive(this::isReady) && isCertain(nowNanos) && firstShares(nowNanos)) {
          if (fill.complete()) {
            start(nowNanos);
          } else {
            append(new Stated(RunState.FILLING, ""), nowNanos);
          }
        }
      }
      case FILLING -> {
        if (isCertain(nowNanos)) {
          firstShares(nowNanos);
        }
        if (fill.complete() && allActive(this::isReady) && isCertain(nowNanos)) {
          start(nowNanos);
        }
      }
      case RUNNING -> {
        if (zero.isUnknown() && allActive(this::isReady) && isCertain(nowNanos)) {
          start(nowNanos);
        } else if (haveEnded(nowNanos)) {
          drain("ended", nowNanos);
        } else if (isDeserted(nowNanos)) {
          drain("no node is left", nowNanos);
        }
      }
      case DRAINING -> {
        boolean over =
            participants.all().stream()
                .filter(each -> each.active() || isDrainedAndHeard(each, nowNanos))
                .allMatch(this::isOver);
        if (over) {
          append(new Stated(RunState.FINISHED, ""), nowNanos);
        }
      }
      case FINISHED, FAILED, KILLED -> {
        // Nothing follows.
      }
    }
  }

  /** Whether nobody sends any more: at least one node has ended, and no other can be heard. */
  private boolean haveEnded(long nowNanos) {
    List<MemberState> states =
        participants.active().stream()
            .map(Participant::node)
            .filter(id -> members.heard(id, nowNanos) || members.mayHold(id, nowNanos))
            .map(this::stateOf)
            .toList();
    return !states.isEmpty() && states.stream().allMatch(each -> each == MemberState.ENDED);
  }

  /** Whether nobody has been able to send for so long that nobody is awaited. */
  private boolean isDeserted(long nowNanos) {
    boolean anybody =
        participants.active().stream()
            .map(Participant::node)
            .anyMatch(id -> members.heard(id, nowNanos) || members.mayHold(id, nowNanos));
    if (anybody || !members.canTellLosses(nowNanos)) {
      desertedNanos = Long.MAX_VALUE;
    } else if (desertedNanos == Long.MAX_VALUE) {
      desertedNanos = nowNanos;
    }
    return desertedNanos != Long.MAX_VALUE
        && nowNanos - desertedNanos > DESERTED_LEASES * timings.leaseNanos();
  }

  private void drain(String reason, long nowNanos) {
    append(new Stated(RunState.DRAINING, reason, moves.doubtfulFromRunNanos()), nowNanos);
  }

  private boolean allActive(Predicate<String> is) {
    List<Participant> active = participants.active();
    return !active.isEmpty() && active.stream().map(Participant::node).allMatch(is);
  }

  private boolean isDrainedAndHeard(Participant each, long nowNanos) {
    return each.left() == Leaving.DRAINED && members.heard(each.node(), nowNanos);
  }

  private boolean isOver(Participant each) {
    RunBeat beat = beats.get(each.node());
    return beat != null
        && beat.state() == MemberState.ENDED
        && stream.covers(each.generator(), beat.seconds());
  }

  private boolean isReady(String node) {
    MemberState now = stateOf(node);
    return now == MemberState.READY || now == MemberState.RUNNING;
  }

  private MemberState stateOf(String node) {
    RunBeat beat = beats.get(node);
    return beat == null ? MemberState.FOLLOWING : beat.state();
  }

  /** Whether no node that was not heard can act on orders of a former coordinator. */
  private boolean isCertain(long nowNanos) {
    return !members.inDoubt(nowNanos)
        || zero.isFirstTerm()
        || participants.active().stream().allMatch(each -> beats.containsKey(each.node()));
  }

  private void start(long nowNanos) {
    zero.choose(nowNanos);
    append(new Stated(RunState.RUNNING, ""), nowNanos);
  }

  /** Gives the first shares, before anything is sent; returns whether there are any. */
  private boolean firstShares(long nowNanos) {
    List<Share> wanted = wanted();
    if (!wanted.isEmpty()) {
      moves.first(wanted).ifPresent(move -> append(move.shares(), 0, nowNanos));
    }
    return !moves.shares().isEmpty();
  }

  private void move(long nowNanos) {
    if (state != RunState.RUNNING || zero.isUnknown()) {
      return;
    }
    List<Proposal> before = moves.proposals();
    long runNanos = zero.runNanos(nowNanos);
    List<ShareMoves.Holder> holders =
        participants.all().stream().map(each -> holder(each, nowNanos)).toList();
    Optional<ShareMoves.Move> move =
        moves.step(new ShareMoves.Situation(wanted(), runNanos, lastChange, beats, holders));
    move.ifPresent(each -> append(each.shares(), each.fromRunNanos(), nowNanos));
    changed |= !moves.proposals().equals(before);
    // A node that leaves still sends what is due before the instant, also if its clock is late.
    if (moves.proposals().isEmpty() && runNanos > moves.movedFromRunNanos() + timings.moveNanos()) {
      for (Participant each : participants.active()) {
        if (isLeaving(each) && !moves.has(each.generator())) {
          append(new Left(each.node(), Leaving.DRAINED, "handed over"), nowNanos);
        }
      }
    }
  }

  private ShareMoves.Holder holder(Participant each, long nowNanos) {
    long heldUntil = members.heldUntilNanos(each.node());
    return new ShareMoves.Holder(
        each.node(), each.generator(), nowNanos <= heldUntil, zero.runNanos(heldUntil));
  }

  /** The shares as they should be, by the nodes that are ready and those that leave. */
  private List<Share> wanted() {
    List<Participant> active = participants.active();
    Predicate<Participant> ready = each -> moves.has(each.generator()) || isReady(each.node());
    List<Participant> staying = active.stream().filter(each -> !isLeaving(each)).toList();
    boolean canLeave = !staying.isEmpty() && staying.stream().allMatch(ready);
    return active.stream()
        .filter(ready)
        .filter(each -> !isLeaving(each) || !canLeave)
        .sorted(Comparator.comparingInt(Participant::generator))
        .map(each -> new Share(each.generator(), each.weight()))
        .toList();
  }

  private boolean isLeaving(Participant each) {
    Members.@Nullable Seen member = members.find(each.node());
    boolean drained = member != null && member.draining();
    return drained || !(placed.isEmpty() || placed.contains(each.node()));
  }

  /** Grants ranges to nodes of whose part in the run all others know. */
  private void grant(long nowNanos) {
    boolean allKnow =
        participants.active().stream()
            .filter(each -> members.mayHold(each.node(), nowNanos))
            .map(each -> beats.get(each.node()))
            .allMatch(beat -> beat != null && beat.journal() >= moves.movedEntry());
    if (state != RunState.FILLING || !allKnow || !isCertain(nowNanos)) {
      return;
    }
    for (Participant each : participants.active()) {
      RunBeat beat = beats.get(each.node());
      boolean wants = beat != null && beat.fillWanted() && members.heard(each.node(), nowNanos);
      if (wants && moves.has(each.generator())) {
        changed |= fill.grant(each.node());
      }
    }
  }

  private void append(JournalEntry.Item item, long nowNanos) {
    long now = zero.isUnknown() ? 0 : zero.runNanos(nowNanos);
    long at = now;
    if (item instanceof Changed && !zero.isUnknown()) {
      at = Math.max(now + timings.effectNanos(), moves.noChangeBeforeRunNanos());
      at = Math.max(0, Math.max(at, lastEffectRunNanos));
    }
    append(item, at, nowNanos);
  }

  private void append(JournalEntry.Item item, long atRunNanos, long nowNanos) {
    JournalEntry entry = journal.append(term, atRunNanos, item);
    follow(entry);
    followers.appended(entry, nowNanos);
    changed = true;
  }

  private void follow(JournalEntry entry) {
    participants.follow(entry.item());
    switch (entry.item()) {
      case Submitted submitted -> placed = submitted.policy().nodes();
      case Placed now -> placed = now.nodes();
      case Changed ignored -> {
        lastChange = entry.number();
        lastEffectRunNanos = entry.atRunNanos();
      }
      case SharesMoved moved -> moves.moved(entry.number(), entry.atRunNanos(), moved);
      case Stated stated -> {
        state = stated.state();
        if (state == RunState.RUNNING) {
          zero.startedBy(entry.number());
        }
      }
      default -> {
        // Participants follow by themselves; notes change nothing.
      }
    }
  }
}
