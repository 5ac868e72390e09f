package org.plimsoll.fleet.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.plimsoll.fleet.Protocol;
import org.plimsoll.fleet.control.FleetMessage.Entries;
import org.plimsoll.fleet.control.FleetMessage.Fetch;
import org.plimsoll.fleet.control.FleetMessage.Items;
import org.plimsoll.fleet.control.FleetMessage.Report;
import org.plimsoll.fleet.control.FleetMessage.RunReport;
import org.plimsoll.fleet.control.JournalEntry.Noted;
import org.plimsoll.fleet.control.JournalEntry.Stated;
import org.plimsoll.fleet.control.JournalEntry.Submitted;
import org.plimsoll.fleet.control.StreamItem.Covered;

/** A new coordinator, and two nodes that have many runs: how much it asks for. */
class TakeOverTest {
  private static final Term BEFORE = new Term(1, "c");
  private static final int RUNS = 12;
  private static final int ENTRIES = 120;
  private static final int ITEMS = 60;

  private final Disk disk = new Disk();
  private final Deque<Asked> fetches = new ArrayDeque<>();
  private final Coordinator coordinator =
      new Coordinator(
          "a", BEFORE, "1", Timings.STANDARD, (_, _) -> new byte[1], disk, new Sent(), 0);
  private final List<String> forgotten = new ArrayList<>();
  private int asked;

  @Test
  void eachPageOfARunIsAskedForOnce() {
    takeOver(ITEMS - 1, ITEMS);

    assertThat(coordinator.isActive()).isTrue();
    assertThat(coordinator.runStates()).hasSize(RUNS).containsValue(RunState.FINISHED);
    int pages = ITEMS / StreamItem.PAGE + 1;
    assertThat(asked).isLessThanOrEqualTo(2 * RUNS * pages); // one node for each half
  }

  @Test
  void mergedSecondsThatAllNodesHaveAreNotAskedFor() {
    takeOver(ITEMS, ITEMS);

    assertThat(coordinator.runStates()).hasSize(RUNS);
    assertThat(asked).isEqualTo(RUNS * 2); // two pages of the journal
    assertThat(coordinator.mergedBytes())
        .isLessThanOrEqualTo((long) RUNS * item(1).merged().length);
  }

  @Test
  void aRunThatItsOnlyNodeHasForgottenMeanwhileIsLeftOut() {
    forgotten.add("run3");
    takeOver(ITEMS, ITEMS);

    assertThat(coordinator.isActive()).isTrue();
    assertThat(coordinator.runStates()).hasSize(RUNS - 1).doesNotContainKey("run3");
  }

  private void takeOver(long itemsOfA, long itemsOfB) {
    coordinator.up("a", 0);
    coordinator.up("b", 0);
    report("a", itemsOfA);
    report("b", itemsOfB);
    long now = 0;
    for (int step = 0; step < 100 && !coordinator.isActive(); step++) {
      now += Timings.STANDARD.tickNanos();
      coordinator.tick(now);
      while (!fetches.isEmpty() && asked < 10_000) {
        answer(fetches.removeFirst(), now);
      }
    }
    coordinator.tick(now + Timings.STANDARD.tickNanos());
  }

  private void report(String node, long items) {
    List<RunReport> runs = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      for (long number = 1; node.equals("a") && number <= items; number++) {
        disk.put("run" + run, item(number));
      }
      runs.add(
          new RunReport(
              "run" + run,
              0,
              ENTRIES,
              BEFORE,
              List.of(),
              items,
              BEFORE,
              List.of(new Covered(0, items)),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              0));
    }
    Node its = new Node(node, "1", Protocol.VERSION, Map.of(), 1);
    coordinator.receive(new Report(coordinator.term(), its, false, BEFORE, 2, runs), 0);
  }

  private record Asked(String node, Fetch fetch) {}

  private void answer(Asked request, long nowNanos) {
    asked++;
    Fetch fetch = request.fetch();
    Term term = coordinator.term();
    String run = fetch.run();
    Journal journal = new Journal();
    if (!forgotten.contains(run)) {
      journal.append(
          BEFORE,
          0,
          new Submitted(
              new byte[0],
              new RunPolicy(RunPolicy.CannotStart.STOP, RunPolicy.Loss.STOP, List.of(), 0, 1),
              "me"));
      for (int i = 2; i < ENTRIES; i++) {
        journal.append(BEFORE, 0, new Noted("a", "does something"));
      }
      journal.append(BEFORE, 0, new Stated(RunState.FINISHED, ""));
    }
    List<JournalEntry> entries = journal.from(fetch.fromEntry());
    List<StreamItem> items = new ArrayList<>();
    for (long i = fetch.fromItem(); i <= ITEMS && items.size() < StreamItem.PAGE; i++) {
      items.add(item(i));
    }
    coordinator.receive(
        new Entries(term, request.node(), run, journal.termAt(fetch.fromEntry() - 1), entries),
        nowNanos);
    coordinator.receive(new Items(term, request.node(), run, 1, BEFORE, items), nowNanos);
  }

  private static StreamItem item(long number) {
    return new StreamItem(number, BEFORE, number, List.of(new Covered(0, number)), new byte[9]);
  }

  private final class Sent implements Outbox {
    @Override
    public void toMember(String node, FleetMessage message) {
      if (message instanceof Fetch fetch) {
        fetches.add(new Asked(node, fetch));
      }
    }

    @Override
    public void toCoordinator(String node, FleetMessage message) {}

    @Override
    public void toAllMembers(FleetMessage message) {}
  }

  private static final class Disk implements ItemStore {
    private final Map<String, TreeMap<Long, StreamItem>> stored = new TreeMap<>();

    @Override
    public void put(String run, StreamItem item) {
      stored.computeIfAbsent(run, _ -> new TreeMap<>()).put(item.number(), item);
    }

    @Override
    public Optional<StreamItem> get(String run, long number) {
      return Optional.ofNullable(stored.getOrDefault(run, new TreeMap<>()).get(number));
    }

    @Override
    public long oldest(String run) {
      return stored.containsKey(run) ? 1 : Long.MAX_VALUE;
    }

    @Override
    public void forget(String run) {
      stored.remove(run);
    }
  }
}
