package org.plimsoll.fleet.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.plimsoll.fleet.control.EffectiveParameters;
import org.plimsoll.fleet.control.JournalEntry;
import org.plimsoll.fleet.control.JournalEntry.FillOpened;
import org.plimsoll.fleet.control.JournalEntry.FillSwitched;
import org.plimsoll.fleet.control.JournalEntry.Stated;
import org.plimsoll.fleet.control.RunState;
import org.plimsoll.fleet.control.Share;
import org.plimsoll.fleet.control.StreamItem;

/** What must hold at the end of a simulation, whatever has happened. */
final class Invariants {
  private static final long WINDOW_NANOS = SimFleet.SECOND / 4;

  private final SimFleet fleet;

  Invariants(SimFleet fleet) {
    this.fleet = fleet;
  }

  void check() {
    List<JournalEntry> journal = sameJournals();
    sameParameters(journal);
    conservation(journal);
    mirrors();
    ratesBelowCap(journal);
    filled(journal);
  }

  /** All nodes agree on the order of events, and the run has ended. */
  private List<JournalEntry> sameJournals() {
    List<JournalEntry> first = null;
    for (SimNode node : fleet.alive()) {
      List<JournalEntry> journal = node.member().journal(SimRun.ID);
      if (first == null) {
        first = journal;
      }
      require(names(first).equals(names(journal)), "journals differ at " + node.id());
    }
    if (first == null) {
      return List.of();
    }
    // Those who knew of the run were killed or removed, and no one else knows that there was one.
    require(first.isEmpty() || state(first).isEnd(), "the run has not ended: " + state(first));
    return first;
  }

  private static List<String> names(List<JournalEntry> journal) {
    return journal.stream().map(each -> each.number() + " " + each.term()).toList();
  }

  static RunState state(List<JournalEntry> journal) {
    RunState state = RunState.PREPARING;
    for (JournalEntry entry : journal) {
      if (entry.item() instanceof Stated stated) {
        state = stated.state();
      }
    }
    return state;
  }

  private void sameParameters(List<JournalEntry> journal) {
    long over =
        journal.stream()
            .filter(entry ->
                entry.item() instanceof Stated stated
                    && (stated.state().isEnd() || stated.state() == RunState.DRAINING))
            .mapToLong(JournalEntry::number)
            .min()
            .orElse(Long.MAX_VALUE);
    List<JournalEntry> during = journal.stream().filter(each -> each.number() < over).toList();
    for (SimNode node : fleet.alive()) {
      SimGenerator generator = node.generator();
      if (generator.isStarted() && !generator.isOver()) {
        require(
            generator.effective().equals(EffectiveParameters.of(node.node(), during)),
            "parameters differ at " + node.id());
      }
    }
  }

  /** Each index of the schedule is counted once, or belonged to a process that was killed. */
  private void conservation(List<JournalEntry> journal) {
    Map<Long, String> counted = new HashMap<>();
    long highest = -1;
    for (SimNode node : fleet.nodes()) {
      for (Map.Entry<Long, Boolean> each : node.generator().accounted().entrySet()) {
        String before = counted.put(each.getKey(), node.id());
        require(
            before == null,
            "operation " + each.getKey() + " is counted by " + before + " and " + node.id());
        require(
            !each.getValue() || fleet.target().wasSent(each.getKey()),
            "operation " + each.getKey() + " is counted as sent and was not");
        highest = Math.max(highest, each.getKey());
      }
    }
    SimSchedule schedule = schedule(journal);
    Set<Integer> live = new HashSet<>();
    // A node that was cut off may have ended by a rate that the others had left behind.
    fleet.alive().stream()
        .filter(node -> state(journal) == RunState.FINISHED)
        .filter(node -> node.generator().schedule().sameAs(schedule))
        .filter(node -> !node.generator().wasMisled())
        .filter(node -> node.generator().isStarted())
        .forEach(node -> live.add(node.generator().generator()));
    SimShares owners = new SimShares();
    for (long index = 0; index <= highest; index++) {
      long due = schedule.intendedNanos(index);
      // Nodes that were cut off may have followed a higher rate that was taken back later.
      if (counted.containsKey(index) || due >= fleet.run().durationNanos()) {
        continue;
      }
      int owner = owner(owners, journal, index, due);
      require(
          !live.contains(owner) || isExcused(journal, due) || hasMissed(journal, owner, due),
          "operation " + index + " of generator " + owner + " is not counted");
    }
  }

  private SimSchedule schedule(List<JournalEntry> journal) {
    SimSchedule schedule = new SimSchedule(fleet.run().rate());
    for (JournalEntry entry : journal) {
      if (entry.item() instanceof JournalEntry.Changed changed) {
        String rate = changed.texts().get("rate");
        if (rate != null) {
          schedule.rate(entry.number(), entry.atRunNanos(), Double.parseDouble(rate));
        }
      }
    }
    return schedule;
  }

  private static int owner(SimShares owners, List<JournalEntry> journal, long index, long due) {
    List<Share> shares = List.of();
    for (JournalEntry entry : journal) {
      if (entry.item() instanceof JournalEntry.SharesMoved moved && due >= entry.atRunNanos()) {
        shares = moved.shares();
      }
    }
    return owners.owner(shares, index);
  }

  /** Nobody knows about the time before a move in doubt, and about the moment of a stop. */
  private static boolean isExcused(List<JournalEntry> journal, long due) {
    for (JournalEntry entry : journal) {
      if (entry.item() instanceof JournalEntry.SharesMoved moved
          && due >= moved.doubtfulFromRunNanos()
          && due < entry.atRunNanos()) {
        return true;
      }
      if (entry.item() instanceof Stated stated
          && stated.state() == RunState.DRAINING
          && !stated.endsByItself()
          && due >= Math.min(stated.doubtfulFromRunNanos(), entry.atRunNanos() - 50_000_000)) {
        return true;
      }
    }
    return false;
  }

  /** Whoever has ended without a change counts by what it knew, and the journal says so. */
  private boolean hasMissed(List<JournalEntry> journal, int owner, long due) {
    for (SimNode node : fleet.alive()) {
      boolean isNoted =
          journal.stream()
              .anyMatch(entry ->
                  entry.item() instanceof JournalEntry.Noted noted
                      && noted.node().equals(node.id())
                      && noted.text().startsWith("ended before the last change reached it"));
      long from =
          journal.stream()
              .filter(entry -> entry.number() > node.generator().endVersion())
              .filter(entry -> entry.item() instanceof JournalEntry.Changed)
              .mapToLong(JournalEntry::atRunNanos)
              .min()
              .orElse(Long.MAX_VALUE);
      if (isNoted && node.generator().generator() == owner && due >= from) {
        return true;
      }
    }
    return false;
  }

  /**
   * Every mirror, and every generator's report, has each counted operation once, and all those of
   * processes that live.
   */
  private void mirrors() {
    for (SimNode node : fleet.alive()) {
      Set<Long> seen = new HashSet<>();
      Set<String> seconds = new HashSet<>();
      for (StreamItem item : node.mirrored()) {
        for (StreamItem.Covered covered : item.covers()) {
          require(
              seconds.add(covered.generator() + "/" + covered.number()),
              "second " + covered + " is merged twice at " + node.id());
        }
        for (String each : SimReport.operations(item)) {
          require(
              seen.add(Long.parseLong(each.substring(1))),
              "operation " + each + " is twice in the results at " + node.id());
        }
      }
      boolean reports = node.generator().generator() >= 0;
      for (SimNode other : fleet.alive()) {
        for (long index : other.generator().accounted().keySet()) {
          require(
              seen.contains(index) && (!reports || node.generator().report().has(index)),
              "operation "
                  + index
                  + " of "
                  + other.id()
                  + " is missing in the results at "
                  + node.id());
        }
      }
    }
  }

  /** In no quarter of a second was more sent than the rate allows, except for what was overdue. */
  private void ratesBelowCap(List<JournalEntry> journal) {
    SimSchedule schedule = schedule(journal);
    // Nodes that were cut off together may have followed a rate that was taken back later.
    if (fleet.alive().stream().noneMatch(node -> node.generator().isStarted())
        || fleet.nodes().stream().anyMatch(node -> node.generator().tookParametersBack())) {
      return;
    }
    SimGenerator any =
        fleet.alive().stream()
            .map(SimNode::generator)
            .filter(SimGenerator::isStarted)
            .findFirst()
            .orElseThrow();
    List<SimTarget.Sent> sent = new ArrayList<>();
    for (SimTarget.Sent each : fleet.target().sent()) {
      if (!each.overdue()) {
        sent.add(each);
      }
    }
    long clockErrorNanos =
        fleet.alive().stream()
            .mapToLong(node -> node.member().clockRoundTripNanos())
            .filter(roundTrip -> roundTrip < Long.MAX_VALUE)
            .max()
            .orElse(0);
    int first = 0;
    for (int last = 0; last < sent.size(); last++) {
      long now = sent.get(last).nanos();
      while (sent.get(first).nanos() <= now - WINDOW_NANOS) {
        first++;
      }
      long runNow = now - any.trueZeroNanos();
      double cap = schedule.maxRate(runNow - 11 * SimFleet.SECOND, runNow);
      double allowed =
          cap * (WINDOW_NANOS + clockErrorNanos) / SimFleet.SECOND * 1.06 + fleet.nodes().size();
      require(
          last - first + 1 <= allowed,
          (last - first + 1) + " operations in a window that allows " + allowed + " at " + runNow);
    }
  }

  private void filled(List<JournalEntry> journal) {
    boolean started =
        journal.stream()
            .anyMatch(entry ->
                entry.item() instanceof Stated stated && stated.state() == RunState.RUNNING);
    long base = fleet.run().policy().fillRows();
    boolean endedEarly =
        journal.stream().map(JournalEntry::item).anyMatch(Invariants::endsFillBeforeLoad);
    require(
        !started || endedEarly || hasRows(0, base),
        "not all of " + base + " rows were filled before the load");
    for (JournalEntry entry : journal) {
      if (entry.item() instanceof FillOpened opened) {
        long startedBy = FillSwitched.startedBy(opened.number());
        long from = base;
        base += opened.rows();
        require(
            !isComplete(journal, startedBy) || hasRows(from, base),
            "not all rows of the fill of entry " + startedBy + " were written");
      }
    }
    require(fleet.target().rows() <= base, "more rows than those of the fills");
  }

  private static boolean endsFillBeforeLoad(JournalEntry.Item item) {
    return item instanceof FillSwitched switched && !switched.isOn() && !switched.isComplete();
  }

  /** Whether a fill has ended by itself: the next entry that ends one says so. */
  private static boolean isComplete(List<JournalEntry> journal, long startedBy) {
    return journal.stream()
        .filter(entry -> entry.number() > startedBy)
        .map(JournalEntry::item)
        .filter(FillSwitched.class::isInstance)
        .map(FillSwitched.class::cast)
        .findFirst()
        .map(FillSwitched::isComplete)
        .orElse(false);
  }

  private boolean hasRows(long from, long to) {
    return LongStream.range(from, to).allMatch(fleet.target()::hasRow);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
