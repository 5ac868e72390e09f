package org.plimsoll.fleet.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.control.Coordinator;
import org.plimsoll.fleet.control.FleetMessage;
import org.plimsoll.fleet.control.ItemStore;
import org.plimsoll.fleet.control.Member;
import org.plimsoll.fleet.control.Merger;
import org.plimsoll.fleet.control.Node;
import org.plimsoll.fleet.control.Outbox;
import org.plimsoll.fleet.control.SecondsStore;
import org.plimsoll.fleet.control.StreamItem;
import org.plimsoll.fleet.control.Timings;

/** One process with a clock of its own, that can be stopped for a while or killed. */
final class SimNode implements Outbox {
  private static final long FRAME_BYTES = 3 << 20;

  private final SimFleet fleet;
  private final Node node;
  private final long clockStartNanos;
  private final double clockRate;
  private final Member member;
  private final SimGenerator generator;
  private final boolean cannotStart;
  private final MemoryItems items = new MemoryItems();
  private final List<Runnable> deferred = new ArrayList<>();
  private @Nullable Coordinator coordinator;
  private boolean alive = true;
  private boolean paused;
  private boolean replaced;
  private long lastRenewableNanos;

  /** The node that joins in the place of one that was removed, in the same process. */
  SimNode(SimFleet fleet, Node node, SimNode removed) {
    this(fleet, node, removed.clockStartNanos, removed.clockRate, false);
    removed.generator.detach(SimRun.ID);
    removed.kill();
    removed.replaced = true;
    member.continueFor(removed.member);
  }

  SimNode(SimFleet fleet, Node node, long clockStartNanos, double clockRate, boolean cannotStart) {
    this.fleet = fleet;
    this.node = node;
    this.clockStartNanos = clockStartNanos;
    this.clockRate = clockRate;
    this.cannotStart = cannotStart;
    this.generator = new SimGenerator(this, fleet.target(), fleet.run());
    this.member = new Member(node, Timings.STANDARD, this, generator, new MemoryStore(), items);
    tick();
  }

  private void tick() {
    member.tick(localNanos());
    if (coordinator != null) {
      coordinator.tick(localNanos());
    }
    after(Timings.STANDARD.tickNanos(), this::tick);
  }

  String id() {
    return node.id();
  }

  Node node() {
    return node;
  }

  Member member() {
    return member;
  }

  SimGenerator generator() {
    return generator;
  }

  /** Whether its generator may have operations in flight. */
  boolean mayHold() {
    return generator.hasRight();
  }

  /** Fails if more operations are in flight than the bound of the fleet allows. */
  void checkBounds() {
    int all = fleet.nodes().stream().mapToInt(each -> each.generator.bounds().held()).sum();
    if (all > SimBounds.ALL) {
      throw new AssertionError(
          all + " operations in flight with a bound of " + SimBounds.ALL + " at " + trueNanos());
    }
  }

  boolean cannotStart() {
    return cannotStart;
  }

  boolean isAlive() {
    return alive;
  }

  /** Whether it was removed, and another node delivers what it had measured. */
  boolean isReplaced() {
    return replaced;
  }

  boolean isRunning() {
    return alive && !paused;
  }

  void kill() {
    alive = false;
    coordinator = null;
  }

  void pause() {
    paused = true;
  }

  void resume() {
    paused = false;
    List<Runnable> waiting = List.copyOf(deferred);
    deferred.clear();
    waiting.forEach(this::perform);
  }

  void coordinate(List<String> members, Merger merger) {
    coordinator =
        new Coordinator(
            id(), member.term(), "1", Timings.STANDARD, merger, items, this, localNanos());
    members.forEach(each -> up(each));
  }

  /** The merged seconds on its disk. */
  List<StreamItem> mirrored() {
    return List.copyOf(items.stored.values());
  }

  @Nullable Coordinator coordinator() {
    return coordinator;
  }

  void stopCoordinating() {
    coordinator = null;
  }

  void up(String id) {
    if (coordinator != null) {
      coordinator.up(id, localNanos());
    }
  }

  void unreachable(String id) {
    if (coordinator != null) {
      coordinator.unreachable(id);
    }
  }

  void removed(String id) {
    if (coordinator != null) {
      coordinator.removed(id);
    }
  }

  long trueNanos() {
    return fleet.time().nowNanos();
  }

  long localNanos() {
    return clockStartNanos + (long) (trueNanos() * clockRate);
  }

  long toTrue(long localNanos) {
    return (long) Math.ceil((localNanos - clockStartNanos) / clockRate);
  }

  void atLocal(long localNanos, Runnable action) {
    long due = Math.max(toTrue(localNanos), trueNanos());
    // Rounded: the local clock must show the instant when the action runs.
    while (clockStartNanos + (long) (due * clockRate) < localNanos) {
      due++;
    }
    fleet.time().at(due, () -> perform(action));
  }

  void after(long nanos, Runnable action) {
    atLocal(localNanos() + nanos, action);
  }

  private void perform(Runnable action) {
    if (paused) {
      deferred.add(action);
    } else if (alive) {
      action.run();
    }
  }

  /** Fails if this node cannot have a lease: no beat of the last lease reached a coordinator. */
  void checkRight() {
    long age = trueNanos() - lastRenewableNanos;
    if (age > Timings.STANDARD.leaseNanos() * 1.002) {
      throw new AssertionError(id() + " sends " + age + " ns after a beat that was heard");
    }
  }

  @Override
  public void toMember(String to, FleetMessage message) {
    if (message instanceof FleetMessage.Entries page) {
      checkSize(page);
    }
    SimNode receiver = fleet.node(to);
    if (receiver != null) {
      fleet
          .network()
          .send(
              id(),
              to,
              () ->
                  receiver.perform(() -> receiver.member.receive(message, receiver.localNanos())));
    }
  }

  /** Fails if the real network would not carry the message. */
  private static void checkSize(FleetMessage.Entries page) {
    long bytes = page.entries().stream().mapToLong(entry -> entry.item().bytes()).sum();
    if (bytes > FRAME_BYTES) {
      throw new AssertionError("a message of " + bytes + " bytes");
    }
  }

  @Override
  public void toCoordinator(String to, FleetMessage message) {
    SimNode receiver = fleet.node(to);
    long sentNanos = trueNanos();
    if (receiver != null) {
      fleet
          .network()
          .send(
              id(),
              to,
              () ->
                  receiver.perform(() -> {
                    if (receiver.coordinator != null) {
                      if (message instanceof FleetMessage.Beat) {
                        lastRenewableNanos = Math.max(lastRenewableNanos, sentNanos);
                      }
                      receiver.coordinator.receive(message, receiver.localNanos());
                    }
                  }));
    }
  }

  @Override
  public void toAllMembers(FleetMessage message) {
    for (SimNode each : fleet.nodes()) {
      if (each != this) {
        toMember(each.id(), message);
      }
    }
  }

  /** A disk of merged seconds. */
  private static final class MemoryItems implements ItemStore {
    private final TreeMap<Long, StreamItem> stored = new TreeMap<>();

    @Override
    public void put(String run, StreamItem item) {
      stored.tailMap(item.number(), true).clear();
      stored.put(item.number(), item);
    }

    @Override
    public Optional<StreamItem> get(String run, long number) {
      return Optional.ofNullable(stored.get(number));
    }

    @Override
    public long oldest(String run) {
      return stored.isEmpty() ? Long.MAX_VALUE : stored.firstKey();
    }

    @Override
    public void forget(String run) {
      stored.clear();
    }
  }

  /** A disk. */
  private static final class MemoryStore implements SecondsStore {
    private final Map<String, TreeMap<Long, Stored>> stored = new HashMap<>();

    @Override
    public void put(String run, long number, long second, byte[] data) {
      stored
          .computeIfAbsent(run, id -> new TreeMap<>())
          .put(number, new Stored(number, second, data));
    }

    @Override
    public Optional<Stored> get(String run, long number) {
      return Optional.ofNullable(stored.getOrDefault(run, new TreeMap<>()).get(number));
    }

    @Override
    public void forget(String run, long upToNumber) {
      stored.getOrDefault(run, new TreeMap<>()).headMap(upToNumber, true).clear();
    }
  }
}
