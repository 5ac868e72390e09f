package org.plimsoll.fleet.control;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.control.FleetMessage.RunBeat;
import org.plimsoll.fleet.control.JournalEntry.Changed;
import org.plimsoll.fleet.control.JournalEntry.FillOpened;
import org.plimsoll.fleet.control.JournalEntry.FillSwitched;
import org.plimsoll.fleet.control.JournalEntry.OperationsOpened;
import org.plimsoll.fleet.control.JournalEntry.Placed;
import org.plimsoll.fleet.control.JournalEntry.SharesMoved;
import org.plimsoll.fleet.control.JournalEntry.Stated;
import org.plimsoll.fleet.control.JournalEntry.Submitted;

/** The coordinator's state of one run: its journal, and values derived from the journal. */
final class RunBook {
  private final Term term;
  private final Timings timings;
  private final Members members;
  private final Journal journal;
  private final MergedStream stream;
  private final Followers followers;
  private final RunZero zero;
  private final Participants participants = new Participants();
  private final ShareMoves moves;
  private final FillGrants fill;
  private final OperationGrants operations = new OperationGrants();
  private final Map<String, RunBeat> beats = new TreeMap<>();
  private RunState state = RunState.PREPARING;
  private List<Scope> placed;
  private @Nullable Filling filling;
  private boolean preparesNoFill;
  private long lastFill;
  private long operationsEntry;
  private boolean knowsAll = true;
  private long known;
  private long lastChange;

  /** The entries of parameter changes, by the ids of the commands. */
  private final Map<String, Long> changes = new HashMap<>();

  private long lastEffectRunNanos;
  private boolean changed;

  RunBook(
      Term term,
      Timings timings,
      Members members,
      Journal journal,
      MergedStream stream,
      Followers followers,
      RunZero zero) {
    this.term = term;
    this.timings = timings;
    this.members = members;
    this.journal = journal;
    this.stream = stream;
    this.followers = followers;
    this.zero = zero;
    this.moves = new ShareMoves(timings, term);
    RunPolicy policy = journal.submitted().policy();
    this.fill = new FillGrants(policy.fillRows(), policy.fillRangeRows());
    this.placed = policy.fleet().nodes();
    journal.all().forEach(this::follow);
  }

  /** A fill during the load, with the number of the entry that started it. */
  record Filling(long startedBy, Scope scope) {}

  /** Appends an entry that takes effect now, or at the earliest instant for parameters. */
  void append(JournalEntry.Item item, long nowNanos) {
    long now = zero.isUnknown() ? 0 : zero.runNanos(nowNanos);
    long at = now;
    if (item instanceof Changed && !zero.isUnknown()) {
      at = Math.max(now + timings.effectNanos(), moves.noChangeBeforeRunNanos());
      at = Math.max(0, Math.max(at, lastEffectRunNanos));
    }
    append(item, at, nowNanos);
  }

  /** Appends an entry that takes effect at an instant. */
  void append(JournalEntry.Item item, long atRunNanos, long nowNanos) {
    JournalEntry entry = journal.append(term, atRunNanos, item);
    follow(entry);
    followers.appended(entry, nowNanos);
    changed = true;
  }

  private void follow(JournalEntry entry) {
    participants.follow(entry.item());
    switch (entry.item()) {
      case Submitted submitted -> placed = submitted.policy().fleet().nodes();
      case Placed now -> placed = now.nodes();
      case FillOpened opened -> {
        fill.open(opened.rows());
        lastFill = entry.number();
      }
      case OperationsOpened opened -> {
        operations.open(opened.operations());
        operationsEntry = entry.number();
      }
      case FillSwitched switched -> {
        filling = switched.isOn() ? new Filling(entry.number(), switched.scope()) : null;
        preparesNoFill = true;
        lastFill = entry.number();
        if (!switched.isOn()) {
          fill.giveUp();
        }
      }
      case Changed change -> {
        changes.putIfAbsent(change.id(), entry.number());
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
        // The participants derive this from the journal; notes do not change it.
      }
    }
  }

  boolean isReady(String node) {
    MemberState now = stateOf(node);
    return now == MemberState.READY || now == MemberState.RUNNING;
  }

  /** Whether the node is ready, and its generator has started if the run has. */
  boolean canTakeShare(String node) {
    if (zero.isUnknown()) {
      return isReady(node);
    }
    RunBeat beat = beats.get(node);
    return beat != null
        && beat.state() == MemberState.RUNNING
        && beat.startedNanos() != FleetMessage.UNKNOWN;
  }

  /** Whether the node waits for the start. */
  boolean isAtStart(String node) {
    RunBeat beat = beats.get(node);
    return beat != null && isReady(node) && (beat.atStart() || beat.state() == MemberState.RUNNING);
  }

  MemberState stateOf(String node) {
    RunBeat beat = beats.get(node);
    return beat == null ? MemberState.FOLLOWING : beat.state();
  }

  /** Whether no silent node can still follow orders of the previous coordinator. */
  boolean isCertain(long nowNanos) {
    return !members.inDoubt(nowNanos)
        || zero.isFirstTerm()
        || participants.active().stream().allMatch(each -> beats.containsKey(each.node()));
  }

  /**
   * Sets whether this coordinator knows all entries that a majority had stored before its
   * take-over.
   */
  void setKnowsAll(boolean now) {
    knowsAll = now;
  }

  /** Whether no lost node can have applied entries that are unknown to this coordinator. */
  boolean knowsAll() {
    return knowsAll;
  }

  /** Ends the load: no node sends new operations. */
  void drain(String reason, long nowNanos) {
    append(new Stated(RunState.DRAINING, reason, moves.doubtfulFromRunNanos(), 0), nowNanos);
  }

  /** Ends the load because all generators have ended by themselves. */
  void drainEnded(long nowNanos) {
    append(Stated.ended(moves.doubtfulFromRunNanos()), nowNanos);
  }

  /** Whether this coordinator has announced the start of the run. */
  boolean isOwnStart() {
    return journal.termAt(zero.entry()).equals(term);
  }

  /** Whether orders have changed since the last call. */
  boolean takeChanged() {
    boolean was = changed;
    changed = false;
    return was;
  }

  void markChanged(boolean now) {
    changed |= now;
  }

  void heard(String node, RunBeat beat) {
    beats.put(node, beat);
  }

  Term term() {
    return term;
  }

  Timings timings() {
    return timings;
  }

  Members members() {
    return members;
  }

  Journal journal() {
    return journal;
  }

  MergedStream stream() {
    return stream;
  }

  RunZero zero() {
    return zero;
  }

  Participants participants() {
    return participants;
  }

  ShareMoves moves() {
    return moves;
  }

  FillGrants fill() {
    return fill;
  }

  OperationGrants operations() {
    return operations;
  }

  Map<String, RunBeat> beats() {
    return beats;
  }

  RunState state() {
    return state;
  }

  /** Returns the fill during the load; null if there is none. */
  @Nullable Filling filling() {
    return filling;
  }

  /** Whether a fill is in progress that was started by an entry, or before the load. */
  boolean mayFill(long startedBy) {
    Filling now = filling;
    return startedBy == 0 ? !preparesNoFill : now != null && now.startedBy() == startedBy;
  }

  /** Whether a majority of nodes has stored the entries that number the fill ranges. */
  boolean mostKnowFills() {
    return mostFollow(lastFill);
  }

  /** Whether a majority of nodes has stored the number of operations in the measurement. */
  boolean mostKnowOperations() {
    return mostFollow(operationsEntry);
  }

  /** Whether a majority of nodes has stored the journal up to an entry. */
  boolean mostFollow(long entry) {
    return followers.knownToMost(beats) >= entry;
  }

  /**
   * Records the last entry that a majority of nodes has stored. Parameters take effect only after
   * that.
   */
  void noteKnown() {
    long most = followers.knownToMost(beats);
    if (most > known) {
      changed |= journal.hasChange(known, most);
      known = most;
    }
  }

  /** Returns the last entry that a majority of nodes has stored. */
  long known() {
    return known;
  }

  List<Scope> placed() {
    return placed;
  }

  long lastChange() {
    return lastChange;
  }

  /** Returns the entry of the change that a command has made; null if it has made none. */
  @Nullable Long changeOf(String id) {
    return changes.get(id);
  }
}
