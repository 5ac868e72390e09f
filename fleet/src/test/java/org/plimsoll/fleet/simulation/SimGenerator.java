package org.plimsoll.fleet.simulation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.KeptBounds;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.fleet.control.JournalEntry;
import org.plimsoll.fleet.control.JournalEntry.SharesMoved;
import org.plimsoll.fleet.control.LocalRuns;
import org.plimsoll.fleet.control.Proposal;
import org.plimsoll.fleet.control.SecondsStore;
import org.plimsoll.fleet.control.StreamItem;

/** A generator of one node and one run, which walks the whole schedule and sends what it owns. */
final class SimGenerator implements LocalRuns {
  private static final long SECOND = 1_000_000_000L;
  private static final long UNKNOWN = Long.MIN_VALUE;

  private final SimNode node;
  private final SimTarget target;
  private final SimRun settings;
  private final SimSchedule schedule;
  private final SimOwnership ownership;
  private final TreeSet<Long> withheld = new TreeSet<>();
  private final TreeSet<Long> rightless = new TreeSet<>();
  private final Map<Long, Boolean> accounted = new HashMap<>();
  private final StringBuilder fresh = new StringBuilder();
  private final SimFill fill;
  private final List<StreamItem> mirror = new ArrayList<>();
  private final SimReport report = new SimReport();
  private final List<SecondsStore.Stored> measured = new ArrayList<>();
  private final Map<Long, Map<String, Effective>> parameters = new java.util.TreeMap<>();
  private final Map<String, String> answers = new HashMap<>();
  private final SimSides sides = new SimSides();
  private final SimFillCommands fillCommands;
  private final SimOperations operations;
  private final SimBounds bounds;
  private long zeroNanos = UNKNOWN;
  private long sendUntilNanos = UNKNOWN;
  private long notSentBefore = UNKNOWN;
  private long firstSendVersion = -1;
  private long endVersion = Long.MAX_VALUE;
  private long next;
  private long wakes;
  private long nextSecond = -1;
  private boolean prepared;
  private boolean watching;
  private boolean over;
  private boolean ended;
  private boolean mayLeave;
  private boolean misled;
  private boolean tookBack;
  private int asks;
  private long offers;

  SimGenerator(SimNode node, SimTarget target, SimRun settings) {
    this.node = node;
    this.target = target;
    this.settings = settings;
    this.schedule = new SimSchedule(settings.rate());
    this.ownership = new SimOwnership(schedule);
    this.fill = new SimFill(node, target, settings.rowNanos(), () -> !over, this::hasRight);
    this.bounds = new SimBounds(node);
    this.operations =
        new SimOperations(node, target, settings.iterations(), () -> !over && hasRight());
    this.fillCommands = new SimFillCommands(node.node(), settings.policy().fillRows(), this::ask);
  }

  @Override
  public void watch(String run, byte[] spec) {
    check(ownership.generator() < 0, "only shows a run in which it takes part");
    watching = true;
  }

  @Override
  public void prepare(String run, int number, byte[] spec) {
    watching = false;
    mirror.clear();
    ownership.generator(number);
    bounds.generator(number);
    if (node.cannotStart()) {
      node.after(
          settings.prepareNanos(),
          () -> node.member().failed(run, "no such host", node.localNanos()));
    } else {
      node.after(
          settings.prepareNanos(),
          () -> {
            prepared = true;
            node.member().prepared(run, node.localNanos());
            operations.ask();
            node.member().atStart(run, node.localNanos());
          });
    }
  }

  @Override
  public void start(String run, long zero) {
    if (watching) {
      return;
    }
    check(prepared, "started before it was prepared");
    walk();
    zeroNanos = zero;
    notSentBefore = Math.max(notSentBefore, runNanos());
    if (nextSecond < 0) {
      nextSecond = Math.max(0, Math.floorDiv(runNanos(), SECOND));
    }
    node.atLocal(zero, operations::start);
    node.atLocal(zero, () -> bounds.start(zero));
    node.atLocal(zero, () -> node.member().started(run, node.localNanos(), node.localNanos()));
    wake();
    node.atLocal(zeroNanos + (nextSecond + 1) * SECOND, () -> second(run));
  }

  @Override
  public void sendUntil(long nanos) {
    walk();
    boolean lapsed = node.localNanos() > sendUntilNanos;
    sendUntilNanos = nanos;
    bounds.allowed(lapsed);
    if (lapsed && hasRight() && !over) {
      decideRightless();
    }
  }

  @Override
  public long promise(String run, Proposal proposal) {
    walk();
    ownership.promise(proposal);
    bounds.promise(proposal);
    long notBefore = next == 0 ? UNKNOWN : schedule.intendedNanos(next - 1) + 1;
    for (Proposal.Straggler each : proposal.stragglers()) {
      long reached = schedule.knownUpTo(each.journal()).indexAt(each.untilRunNanos());
      notBefore = Math.max(notBefore, schedule.intendedNanos(reached) + 1);
    }
    return notBefore;
  }

  @Override
  public void moved(String run, long fromRunNanos, SharesMoved shares) {
    if (watching) {
      return;
    }
    walk();
    ownership.moved(fromRunNanos, shares);
    bounds.moved(fromRunNanos, shares);
    for (long index : List.copyOf(withheld)) {
      if (!ownership.isPromisedAway(index)) {
        withheld.remove(index);
        if (ownership.owns(index)) {
          notSent(index);
        }
      }
    }
    countPassed(fromRunNanos);
    wake();
  }

  /** Counts what it has passed without knowing that it owned it, from an instant on. */
  private void countPassed(long fromRunNanos) {
    for (long index = schedule.indexAt(fromRunNanos); index < next; index++) {
      boolean open =
          !accounted.containsKey(index) && !withheld.contains(index) && !rightless.contains(index);
      if (open && ownership.owns(index)) {
        notSent(index);
      }
    }
  }

  @Override
  public KeptBounds settled(String run) {
    return bounds.settled();
  }

  @Override
  public void grown(String run, KeptBounds epochs) {
    bounds.grown(epochs);
  }

  @Override
  public void moveDropped(String run, long epoch) {
    walk();
    ownership.dropped(epoch);
  }

  @Override
  public void parameters(
      String run, long number, long fromRunNanos, Map<String, Effective> values) {
    if (watching) {
      return;
    }
    walk();
    parameters.put(number, values);
    sides.parameters(number, fromRunNanos, values);
    Effective rate = values.get("rate");
    if (rate != null) {
      schedule.rate(number, fromRunNanos, Double.parseDouble(rate.text()));
      countPassed(fromRunNanos);
    }
    if (zeroNanos != UNKNOWN && fromRunNanos < runNanos()) {
      notSentBefore = Math.max(notSentBefore, runNanos());
    }
    wake();
  }

  @Override
  public void parametersDropped(String run, long fromNumber) {
    walk();
    parameters.keySet().removeIf(number -> number >= fromNumber);
    sides.drop(fromNumber);
    schedule.drop(fromNumber);
    tookBack = true;
    if (zeroNanos != UNKNOWN) {
      notSentBefore = Math.max(notSentBefore, runNanos());
    }
    wake();
  }

  @Override
  public void fill(String run, FillRange range) {
    fill.add(run, range);
  }

  @Override
  public void fillRevoked(String run, FillRange range) {
    fill.remove(range);
  }

  @Override
  public void filledByAll(String run, List<FillRange> done) {
    fillCommands.filledByAll(done);
  }

  private void ask(Command command) {
    node.member().ask(node.id() + " asks " + asks++, command, node.localNanos());
  }

  @Override
  public void operations(String run, FillRange range) {
    operations.granted(range);
  }

  @Override
  public void operationsOver(String run, long end) {
    operations.over(end);
  }

  @Override
  public Optional<SecondsStore.Stored> measured(String run, long number) {
    return number > measured.size()
        ? Optional.empty()
        : Optional.of(measured.get((int) number - 1));
  }

  @Override
  public void drain(String run, long doubtfulFromRunNanos) {
    if (watching) {
      return;
    }
    walk();
    decideRightless();
    for (long index : withheld) {
      if (ownership.owns(index) && schedule.intendedNanos(index) < doubtfulFromRunNanos) {
        account(index, false);
      }
    }
    over = true;
    bounds.drain();
    node.after(5_000_000, () -> end(run));
  }

  @Override
  public void kill(String run) {
    if (watching) {
      return;
    }
    misled = true;
    over = true;
    bounds.end();
    operations.close();
    if (ownership.generator() >= 0 && !ended) {
      ended = true;
      node.after(1_000_000, () -> flush(run));
    }
  }

  /** Its load fails, if it has one. */
  void fail() {
    walk();
    if (zeroNanos == UNKNOWN || over) {
      return;
    }
    misled = true;
    over = true;
    ended = true;
    bounds.end();
    flush(SimRun.ID);
    operations.close();
    node.member().failed(SimRun.ID, "its load failed", node.localNanos());
  }

  /** Its node was removed, and starts its part of the fleet again. */
  void detach(String run) {
    walk();
    over = true;
    ended = true;
    bounds.end();
    operations.close();
    flush(run);
  }

  @Override
  public void journal(String run, JournalEntry entry) {
    fillCommands.journal(entry);
  }

  @Override
  public void journalDropped(String run, long fromNumber) {
    fillCommands.drop(fromNumber);
    misled |= over;
  }

  @Override
  public boolean isBehind(String run) {
    return (ownership.generator() < 0 && !watching) || ++offers % 5 == 0;
  }

  @Override
  public void merged(String run, StreamItem item) {
    check(ownership.generator() >= 0 || watching, "merged seconds come before the run");
    check(
        mirror.isEmpty() || mirror.getLast().number() + 1 == item.number(),
        "merged seconds are out of order");
    mirror.add(item);
    report.add(item);
  }

  @Override
  public void mergedDropped(String run, long fromNumber) {
    mirror.removeIf(item -> item.number() >= fromNumber);
  }

  @Override
  public void mergedMissing(String run, long beforeNumber) {
    throw new AssertionError("merged seconds before " + beforeNumber + " are missing");
  }

  @Override
  public void forgotten(String run) {}

  @Override
  public void answered(String id, boolean accepted, String sentence) {
    answers.put(id, accepted ? "accepted" : sentence);
  }

  @Override
  public void mayLeave() {
    mayLeave = true;
  }

  /** Sends or counts everything that is due. */
  private void walk() {
    if (zeroNanos == UNKNOWN || over) {
      return;
    }
    long now = runNanos();
    for (long due = schedule.intendedNanos(next);
        due <= now && due < settings.durationNanos();
        due = schedule.intendedNanos(next)) {
      decide(next++, due, now);
    }
  }

  private void decide(long index, long due, long now) {
    if (!ownership.owns(index)) {
      return;
    }
    if (ownership.isPromisedAway(index)) {
      withheld.add(index);
    } else if (!hasRight()) {
      rightless.add(index);
    } else if (due < notSentBefore || sides.isOff(index, due)) {
      account(index, false);
    } else {
      node.checkRight();
      if (firstSendVersion < 0) {
        firstSendVersion = lastParameters();
      }
      target.operation(node.trueNanos(), node.id(), index, now - due > 1_000_000);
      account(index, true);
    }
  }

  private void notSent(long index) {
    if (hasRight()) {
      account(index, false);
    } else {
      rightless.add(index);
    }
  }

  private void decideRightless() {
    for (long index : List.copyOf(rightless)) {
      rightless.remove(index);
      if (ownership.isPromisedAway(index)) {
        withheld.add(index);
      } else if (ownership.owns(index)) {
        account(index, false);
      }
    }
  }

  private void account(long index, boolean sent) {
    Boolean before = accounted.put(index, sent);
    check(before == null, "operation " + index + " is counted twice by its own generator");
    fresh.append(sent ? 's' : 'n').append(index).append(',');
  }

  boolean hasRight() {
    return node.localNanos() <= sendUntilNanos;
  }

  private long runNanos() {
    return node.localNanos() - zeroNanos;
  }

  /** Wakes up for the next index that may be its own. */
  private void wake() {
    if (zeroNanos == UNKNOWN || over) {
      return;
    }
    long index = next;
    for (int looked = 0; looked < 64 && !ownership.owns(index); looked++) {
      index++;
    }
    long due = Math.min(schedule.intendedNanos(index), settings.durationNanos());
    long mine = ++wakes;
    node.atLocal(
        zeroNanos + Math.max(due, 0),
        () -> {
          if (mine == wakes) {
            walk();
            endIfDone();
            if (runNanos() < settings.durationNanos()) {
              wake();
            }
          }
        });
  }

  private void endIfDone() {
    if (!over && runNanos() >= settings.durationNanos()) {
      if (withheld.isEmpty() && rightless.isEmpty() && !ownership.hasPromises() && hasRight()) {
        over = true;
        bounds.drain();
        node.after(5_000_000, () -> endByItself(SimRun.ID));
      } else {
        node.after(100_000_000, this::endIfDone);
      }
    }
  }

  /** Counts what has become due by parameters that it has heard of since, too. */
  private void endByItself(String run) {
    if (!ended) {
      for (long due = schedule.intendedNanos(next);
          due < settings.durationNanos();
          due = schedule.intendedNanos(++next)) {
        if (ownership.owns(next)) {
          account(next, false);
        }
      }
      endVersion = lastParameters();
    }
    end(run);
  }

  private void second(String run) {
    if (ended) {
      return;
    }
    walk();
    flush(run);
    node.atLocal(zeroNanos + (nextSecond + 1) * SECOND, () -> second(run));
  }

  private void flush(String run) {
    byte[] data = fresh.toString().getBytes(StandardCharsets.UTF_8);
    fresh.setLength(0);
    long second = Math.max(0, nextSecond++);
    measured.add(new SecondsStore.Stored(measured.size() + 1, second, data));
    node.member().second(run, second, data, node.localNanos());
  }

  private void end(String run) {
    if (!ended) {
      ended = true;
      bounds.end();
      flush(run);
      operations.close();
      node.member().ended(run, node.localNanos());
    }
  }

  private void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(node.id() + ": " + otherwise);
    }
  }

  private long lastParameters() {
    return parameters.keySet().stream().mapToLong(each -> each).max().orElse(0);
  }

  Map<String, Effective> effective() {
    return parameters.getOrDefault(lastParameters(), Map.of());
  }

  Map<Long, Boolean> accounted() {
    return accounted;
  }

  Set<Long> rightless() {
    return rightless;
  }

  SimBounds bounds() {
    return bounds;
  }

  SimReport report() {
    return report;
  }

  List<StreamItem> mirror() {
    return mirror;
  }

  SimSchedule schedule() {
    return schedule;
  }

  Map<String, String> answers() {
    return answers;
  }

  boolean isMayLeave() {
    return mayLeave;
  }

  /** Whether it followed parameters that a later coordinator did not know. */
  boolean tookParametersBack() {
    return tookBack;
  }

  /** Whether it failed, or was ended by a kill or a coordinator that the others did not hear. */
  boolean wasMisled() {
    return misled;
  }

  int generator() {
    return ownership.generator();
  }

  boolean isOver() {
    return over;
  }

  /** Number of the last parameters that were known at the first operation. */
  long firstSendVersion() {
    return firstSendVersion;
  }

  /** Number of the last parameters that were known when it ended by itself. */
  long endVersion() {
    return endVersion;
  }

  /** The instant of run time 0, in true time. */
  long trueZeroNanos() {
    return node.toTrue(zeroNanos);
  }

  boolean isStarted() {
    return zeroNanos != UNKNOWN;
  }
}
