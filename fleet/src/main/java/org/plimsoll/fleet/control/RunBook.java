package org.plimsoll.fleet.control;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.control.FleetMessage.RunBeat;
import org.plimsoll.fleet.control.JournalEntry.Changed;
import org.plimsoll.fleet.control.JournalEntry.FillOpened;
import org.plimsoll.fleet.control.JournalEntry.FillSwitched;
import org.plimsoll.fleet.control.JournalEntry.OperationsOpened;
import org.plimsoll.fleet.control.JournalEntry.Placed;
import org.plimsoll.fleet.control.JournalEntry.SharesMoved;
import org.plimsoll.fleet.control.JournalEntry.Stated;
import org.plimsoll.fleet.control.JournalEntry.Submitted;

/** Everything that the coordinator knows of one run: its journal, and what follows from it. */
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
  private List<String> placed;
  private @Nullable Filling filling;
  private boolean preparesNoFill;
  private long lastFill;
  private long operationsEntry;
  private boolean knowsAll = true;
  private long known;
  private long lastChange;

  /** The entries of changes, by the ids of the commands. */
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
    this.moves = new ShareMoves(timings);
    RunPolicy policy = journal.submitted().policy();
    this.fill = new FillGrants(policy.fillRows(), policy.fillRangeRows());
    this.placed = policy.nodes();
    journal.all().forEach(this::follow);
  }

  /** A fill during the load, with the number of the entry that has started it. */
  record Filling(long startedBy, Scope scope) {}

  /** Writes an entry that takes effect now, or as soon as parameters may. */
  void append(JournalEntry.Item item, long nowNanos) {
    long now = zero.isUnknown() ? 0 : zero.runNanos(nowNanos);
    long at = now;
    if (item instanceof Changed && !zero.isUnknown()) {
      at = Math.max(now + timings.effectNanos(), moves.noChangeBeforeRunNanos());
      at = Math.max(0, Math.max(at, lastEffectRunNanos));
    }
    append(item, at, nowNanos);
  }

  /** Writes an entry that takes effect at an instant. */
  void append(JournalEntry.Item item, long atRunNanos, long nowNanos) {
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
        // Participants follow by themselves; notes change nothing.
      }
    }
  }

  boolean isReady(String node) {
    MemberState now = stateOf(node);
    return now == MemberState.READY || now == MemberState.RUNNING;
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

  /** Whether no node that was not heard can act on orders of a former coordinator. */
  boolean isCertain(long nowNanos) {
    return !members.inDoubt(nowNanos)
        || zero.isFirstTerm()
        || participants.active().stream().allMatch(each -> beats.containsKey(each.node()));
  }

  /** Sets whether all that most nodes of the former coordinator have known is known here. */
  void setKnowsAll(boolean now) {
    knowsAll = now;
  }

  /** Whether nobody who was lost can have followed entries that are unknown here. */
  boolean knowsAll() {
    return knowsAll;
  }

  /** No node sends anything new. */
  void drain(String reason, long nowNanos) {
    append(new Stated(RunState.DRAINING, reason, moves.doubtfulFromRunNanos(), 0), nowNanos);
  }

  /** Whether this coordinator has said that the run starts. */
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

  /** The fill during the load; null while there is none. */
  @Nullable Filling filling() {
    return filling;
  }

  /** Whether a fill that an entry has started, or one before the load, is not ended. */
  boolean mayFill(long startedBy) {
    Filling now = filling;
    return startedBy == 0 ? !preparesNoFill : now != null && now.startedBy() == startedBy;
  }

  /** Whether most nodes follow what the ranges of fills are counted by, so that it is not lost. */
  boolean mostKnowFills() {
    return mostFollow(lastFill);
  }

  /** Whether most nodes know how many operations the measurement has. */
  boolean mostKnowOperations() {
    return mostFollow(operationsEntry);
  }

  /** Whether most nodes follow the journal up to an entry, so that it survives any one loss. */
  boolean mostFollow(long entry) {
    return followers.knownToMost(beats) >= entry;
  }

  /** Notes up to where most nodes follow the journal now; parameters take effect only then. */
  void noteKnown() {
    long most = followers.knownToMost(beats);
    if (most > known) {
      changed |= journal.hasChange(known, most);
      known = most;
    }
  }

  /** The last entry that most nodes have followed. */
  long known() {
    return known;
  }

  List<String> placed() {
    return placed;
  }

  long lastChange() {
    return lastChange;
  }

  /** The entry of the change that a command has made; null if it has made none. */
  @Nullable Long changeOf(String id) {
    return changes.get(id);
  }
}
