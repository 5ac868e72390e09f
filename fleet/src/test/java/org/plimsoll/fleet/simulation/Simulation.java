package org.plimsoll.fleet.simulation;

import static org.plimsoll.fleet.simulation.SimFleet.MILLI;
import static org.plimsoll.fleet.simulation.SimFleet.SECOND;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.plimsoll.engine.spec.FleetSpec;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.fleet.control.EffectiveParameters;
import org.plimsoll.fleet.control.JournalEntry;
import org.plimsoll.fleet.control.RunPolicy;
import org.plimsoll.fleet.control.RunState;

/** One run of a fleet with faults that follow from a seed. */
final class Simulation {
  /** The runs of seeds from this one on have iterations. */
  static final long ITERATING = 20_000;

  /** In the runs of seeds from this one on, loads fail. */
  static final long FAILING = 40_000;

  private final Random random;
  private final List<Fault> possible;
  private final SimFleet fleet;
  private final List<String> told = new ArrayList<>();
  private long killedNanos = Long.MAX_VALUE;
  private String killedThrough = "";
  private int added;
  private int asks;

  private enum Fault {
    KILL,
    KILL_COORDINATOR,
    PAUSE,
    PAUSE_COORDINATOR,
    CUT,
    DISTURB,
    JOIN,
    CHANGE,
    RATE,
    SIDE,
    CLEAR,
    FILL,
    STOP_FILL,
    DRAIN,
    PLACE,
    WEIGH,
    STOP,
    KILL_SWITCH,
    FAIL
  }

  Simulation(long seed) {
    random = new Random(seed * 7919 + 17);
    // What a seed did before there was a fault, it does still.
    possible =
        Stream.of(Fault.values()).filter(each -> each != Fault.FAIL || seed >= FAILING).toList();
    int nodes = 3 + random.nextInt(4);
    RunPolicy policy =
        new RunPolicy(
            new FleetSpec(
                List.of(),
                FleetSpec.CannotStart.CONTINUE,
                pick(
                    FleetSpec.Loss.REDISTRIBUTE,
                    FleetSpec.Loss.REDISTRIBUTE,
                    FleetSpec.Loss.REDISTRIBUTE,
                    FleetSpec.Loss.DEGRADE,
                    FleetSpec.Loss.STOP)),
            random.nextInt(3) == 0 ? 0 : 200 + random.nextInt(2_000),
            50 + random.nextInt(200));
    SimRun run =
        new SimRun(
            50 + random.nextInt(150),
            (15 + random.nextInt(30)) * SECOND,
            (long) (random.nextDouble() * 2 * SECOND),
            5 * MILLI,
            seed < ITERATING ? 1 : 2,
            policy);
    fleet = new SimFleet(random, run);
    fleet.restarts();
    for (int i = 0; i < nodes; i++) {
      join();
    }
  }

  /** Runs to the end and checks everything. */
  void run() {
    long submitNanos = 3 * SECOND;
    fleet
        .time()
        .at(
            submitNanos,
            () ->
                fleet.ask(
                    any(),
                    "submit",
                    new Command.Submit(
                        SimRun.ID, new byte[] {1}, fleet.run().policy(), "a person")));
    // Submitted again: the answer may be lost, and the run is the same.
    fleet
        .time()
        .at(
            submitNanos + 9 * SECOND,
            () ->
                fleet.ask(
                    any(),
                    "submit again",
                    new Command.Submit(
                        SimRun.ID, new byte[] {1}, fleet.run().policy(), "a person")));
    int faults = random.nextInt(8);
    long length = fleet.run().durationNanos() + 6 * SECOND;
    // Faults that overlap find more than those that come one after another.
    boolean together = random.nextInt(3) > 0;
    long from = together ? (long) (random.nextDouble() * (length - 8 * SECOND)) : 0;
    long during = together ? 8 * SECOND : length;
    for (int i = 0; i < faults; i++) {
      Fault fault = possible.get(random.nextInt(possible.size()));
      fleet
          .time()
          .at(submitNanos + from + (long) (random.nextDouble() * during), () -> happens(fault));
    }
    long healNanos = submitNanos + length + 20 * SECOND;
    fleet.time().at(healNanos, this::heal);
    long now = healNanos;
    fleet.time().runUntil(now);
    while (!ended() && now < healNanos + 120 * SECOND) {
      now += SECOND;
      fleet.time().runUntil(now);
    }
    fleet.time().runUntil(now + 20 * SECOND);
    new Invariants(fleet).check();
    isKnown();
    nothingAfterKill();
    nothingOfSidesThatAreOff();
    allThatIsGranted();
  }

  /** Where no node that knew of the run was lost, the nodes know it at the end. */
  private void isKnown() {
    boolean known =
        fleet.alive().stream().anyMatch(node -> !node.member().journal(SimRun.ID).isEmpty());
    if (!known && told.stream().noneMatch(each -> each.matches(".*(KILL|PAUSE|CUT|DISTURB).*"))) {
      throw new AssertionError("no node knows the run");
    }
  }

  /** Where no node has left or stopped, each of a number of operations was sent. */
  private void allThatIsGranted() {
    boolean quiet =
        told.stream()
            .noneMatch(each -> each.matches(".*(KILL|PAUSE|CUT|DISTURB|PLACE|DRAIN|STOP$|FAIL).*"));
    boolean finished =
        fleet.alive().stream()
            .allMatch(
                node -> Invariants.state(node.member().journal(SimRun.ID)) == RunState.FINISHED);
    if (quiet && finished && fleet.target().granted() != SimOperations.TOTAL) {
      throw new AssertionError(
          fleet.target().granted() + " of " + SimOperations.TOTAL + " operations were sent");
    }
  }

  List<String> told() {
    return told;
  }

  SimFleet fleet() {
    return fleet;
  }

  private boolean ended() {
    return fleet.alive().stream()
        .map(node -> node.member().journal(SimRun.ID))
        .allMatch(journal -> journal.isEmpty() || Invariants.state(journal).isEnd());
  }

  private void join() {
    String id = "n" + added++;
    Map<String, String> labels =
        Map.of("region", "eu", "datacenter", "dc" + added % 2, "rack", "r" + added % 3);
    fleet.add(id, labels, 1 + random.nextInt(2), added > 3 && random.nextInt(8) == 0);
  }

  private void heal() {
    fleet.network().disturb(0, 0, 0);
    fleet.network().cut(Set.of());
  }

  private void happens(Fault fault) {
    told.add(fleet.time().nowNanos() / MILLI + " ms " + fault);
    switch (fault) {
      case KILL -> kill(any());
      case KILL_COORDINATOR -> kill(coordinator());
      case PAUSE -> pause(any());
      case PAUSE_COORDINATOR -> pause(coordinator());
      case CUT -> cut();
      case DISTURB -> disturb();
      case JOIN -> join();
      case CHANGE -> change("tag", "v" + asks);
      case RATE -> rate();
      case SIDE -> change(SimSides.PATHS.get(random.nextInt(2)), pick("on", "off"));
      case CLEAR -> clear();
      case FILL -> fill(true);
      case STOP_FILL -> fill(false);
      case DRAIN -> ask(new Command.Drain(any().id()));
      case PLACE -> place();
      case WEIGH -> ask(new Command.Weigh(any().id(), 1 + random.nextInt(4)));
      case STOP -> ask(new Command.Stop(SimRun.ID, "a person"));
      case KILL_SWITCH -> killSwitch();
      case FAIL -> any().generator().fail();
    }
  }

  private void kill(SimNode node) {
    if (fleet.running().size() > 2) {
      told.add("  " + node.id());
      if (node.id().equals(killedThrough) && fleet.network().isCut()) {
        killedNanos = Long.MAX_VALUE; // Those who go on have not heard of it.
      }
      fleet.kill(node);
    }
  }

  private void pause(SimNode node) {
    if (node.isRunning()) {
      long nanos = (long) (random.nextDouble() * random.nextDouble() * 14 * SECOND);
      told.add("  " + node.id() + " for " + nanos / MILLI + " ms");
      node.pause();
      fleet.time().after(nanos, node::resume);
    }
  }

  private void cut() {
    if (fleet.network().isCut()) {
      return;
    }
    Set<String> side = new HashSet<>();
    for (SimNode node : fleet.nodes()) {
      if (random.nextInt(3) == 0) {
        side.add(node.id());
      }
    }
    long nanos = (long) (random.nextDouble() * 16 * SECOND);
    told.add("  " + side + " for " + nanos / MILLI + " ms");
    fleet.network().cut(side);
    fleet.time().after(nanos, () -> fleet.network().cut(Set.of()));
  }

  private void disturb() {
    fleet
        .network()
        .disturb(
            random.nextDouble() * 0.3,
            random.nextDouble() * 0.3,
            (long) (random.nextDouble() * random.nextDouble() * 800 * MILLI));
    fleet
        .time()
        .after((long) (random.nextDouble() * 10 * SECOND), () -> fleet.network().disturb(0, 0, 0));
  }

  private void change(String path, String text) {
    ask(new Command.Change(SimRun.ID, scope(), "a person", Map.of(path, text), List.of()));
  }

  private Scope scope() {
    SimNode node = any();
    return pick(
        Scope.FLEET,
        new Scope(Scope.Level.REGION, "eu"),
        new Scope(Scope.Level.DATACENTER, "dc1"),
        new Scope(Scope.Level.RACK, "dc1/r1"),
        Scope.node(node.id()));
  }

  private void clear() {
    List<String> cleared = new ArrayList<>(SimSides.PATHS);
    cleared.add("tag");
    ask(new Command.Change(SimRun.ID, scope(), "a person", Map.of(), cleared));
  }

  private void fill(boolean isOn) {
    ask(new Command.SwitchFill(SimRun.ID, isOn ? scope() : Scope.FLEET, isOn, "a person", 0));
  }

  private void rate() {
    String rate = String.valueOf(20 + random.nextInt(200));
    told.add("  " + rate);
    ask(new Command.Change(SimRun.ID, Scope.FLEET, "a person", Map.of("rate", rate), List.of()));
  }

  private void place() {
    List<String> nodes =
        fleet.running().stream().map(SimNode::id).filter(id -> random.nextBoolean()).toList();
    told.add("  " + nodes);
    ask(new Command.Place(SimRun.ID, nodes.stream().map(Scope::node).toList(), "a person"));
  }

  private void killSwitch() {
    SimNode node = any();
    killedThrough = node.id();
    killedNanos = Math.min(killedNanos, fleet.time().nowNanos());
    node.member().kill(SimRun.ID, "a person", node.localNanos());
  }

  /** A second after a kill, only those send that could not hear of it, and not for long. */
  private void nothingAfterKill() {
    boolean quiet = told.stream().noneMatch(each -> each.matches(".*(PAUSE|CUT|DISTURB).*"));
    long limit = quiet ? SECOND : 20 * SECOND;
    if (killedNanos < Long.MAX_VALUE) {
      for (SimTarget.Sent each : fleet.target().sent()) {
        if (each.nanos() > killedNanos + limit) {
          throw new AssertionError(each + " after the kill at " + killedNanos);
        }
      }
    }
  }

  /** Where nobody was late, no node sends what is off there by the journal. */
  private void nothingOfSidesThatAreOff() {
    if (told.stream().anyMatch(each -> each.matches(".*(KILL|PAUSE|CUT|DISTURB).*"))) {
      return;
    }
    for (SimNode node : fleet.nodes()) {
      SimSides sides = new SimSides();
      List<JournalEntry> journal = node.member().journal(SimRun.ID);
      for (JournalEntry entry : journal) {
        List<JournalEntry> until = journal.subList(0, (int) entry.number());
        if (entry.item() instanceof JournalEntry.Changed) {
          sides.parameters(
              entry.number(), entry.atRunNanos(), EffectiveParameters.of(node.node(), until));
        }
      }
      for (SimTarget.Sent each : fleet.target().sent()) {
        long dueNanos = node.generator().schedule().intendedNanos(each.index());
        if (each.node().equals(node.id()) && sides.isOff(each.index(), dueNanos)) {
          throw new AssertionError(each + " of a side that is off");
        }
      }
    }
  }

  private void ask(Command command) {
    fleet.ask(any(), "ask" + asks++, command);
  }

  private SimNode coordinator() {
    return fleet.running().stream()
        .filter(node -> node.coordinator() != null)
        .findFirst()
        .orElseGet(this::any);
  }

  private SimNode any() {
    List<SimNode> running = fleet.running();
    List<SimNode> from = running.isEmpty() ? fleet.alive() : running;
    return from.get(random.nextInt(from.size()));
  }

  @SafeVarargs
  private <T> T pick(T... values) {
    return values[random.nextInt(values.length)];
  }
}
