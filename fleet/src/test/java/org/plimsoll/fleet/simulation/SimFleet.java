package org.plimsoll.fleet.simulation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.Protocol;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.fleet.control.Coordinator;
import org.plimsoll.fleet.control.Node;

/**
 * Processes, network and target of one simulated fleet, and a model of the cluster's membership:
 * which nodes are unreachable, which are removed, and where the coordinator runs.
 */
final class SimFleet {
  static final long MILLI = 1_000_000;
  static final long SECOND = 1_000 * MILLI;
  private static final long UNREACHABLE_NANOS = 2_650 * MILLI;
  private static final long REMOVED_NANOS = 6_300 * MILLI;

  private final VirtualTime time = new VirtualTime();
  private final Random random;
  private final SimNetwork network;
  private final SimTarget target = new SimTarget();
  private final SimRun run;
  private final Map<String, SimNode> nodes = new LinkedHashMap<>();

  /** Members of the cluster, the oldest first, and since when each is apart from the leaders. */
  private final Map<String, Long> members = new LinkedHashMap<>();

  private final Map<String, Long> rejoins = new TreeMap<>();
  private final Set<String> unreachable = new HashSet<>();
  private @Nullable String coordinating;
  private long coordinatorChanges;
  private boolean restarts;

  SimFleet(Random random, SimRun run) {
    this.random = random;
    this.run = run;
    this.network = new SimNetwork(time, new Random(random.nextLong()));
    watch();
  }

  VirtualTime time() {
    return time;
  }

  SimNetwork network() {
    return network;
  }

  SimTarget target() {
    return target;
  }

  SimRun run() {
    return run;
  }

  Collection<SimNode> nodes() {
    return nodes.values();
  }

  @Nullable SimNode node(String id) {
    return nodes.get(id);
  }

  List<SimNode> running() {
    return nodes.values().stream().filter(SimNode::isRunning).toList();
  }

  List<SimNode> alive() {
    return nodes.values().stream().filter(SimNode::isAlive).toList();
  }

  long coordinatorChanges() {
    return coordinatorChanges;
  }

  /** Starts a process, whose clock shows any time and is wrong by up to 200 millionths. */
  SimNode add(String id, Map<String, String> labels, int weight, boolean cannotStart) {
    return add(new Node(id, "1", Protocol.VERSION, labels, weight), cannotStart);
  }

  /** Starts a process of another version. */
  SimNode addOther(String id) {
    return add(new Node(id, "0", 0, Map.of(), 1), false);
  }

  private SimNode add(Node node, boolean cannotStart) {
    long clock = (long) (random.nextDouble() * 1_000_000 * SECOND);
    double rate = 1 + (random.nextDouble() - 0.5) * 4e-4;
    SimNode process = new SimNode(this, node, clock, rate, cannotStart);
    nodes.put(node.id(), process);
    rejoins.put(node.id(), time.nowNanos() + (long) (random.nextDouble() * SECOND));
    return process;
  }

  /** A node that was removed joins again as another one. */
  SimNode restart(SimNode removed) {
    Node before = removed.node();
    Node node =
        new Node(
            before.id() + "+",
            before.version(),
            before.protocol(),
            before.labels(),
            before.weight());
    SimNode process = new SimNode(this, node, removed);
    nodes.put(node.id(), process);
    rejoins.put(node.id(), time.nowNanos() + SECOND);
    return process;
  }

  void kill(SimNode node) {
    node.kill();
    if (node.id().equals(coordinating)) {
      coordinatorLost();
    }
  }

  void ask(SimNode through, String id, Command command) {
    through.member().ask(id, command, through.localNanos());
  }

  @Nullable Coordinator coordinator() {
    SimNode node = coordinating == null ? null : nodes.get(coordinating);
    return node == null ? null : node.coordinator();
  }

  private void watch() {
    membership();
    time.after(50 * MILLI, this::watch);
  }

  /** What the cluster's failure detector, split-brain resolver and singleton manager do. */
  private void membership() {
    Set<String> leaders = leaders();
    long now = time.nowNanos();
    rejoin(leaders, now);
    for (String id : List.copyOf(members.keySet())) {
      if (leaders.contains(id)) {
        members.put(id, now);
        if (unreachable.remove(id) && coordinating != null) {
          upAtCoordinator(id);
        }
        continue;
      }
      long apart = now - members.getOrDefault(id, now);
      SimNode coordinator = coordinatorAmong(leaders);
      if (apart > UNREACHABLE_NANOS && unreachable.add(id) && coordinator != null) {
        coordinator.after(0, () -> coordinator.unreachable(id));
      }
      if (apart > REMOVED_NANOS) {
        remove(id, coordinator);
      }
    }
    if (coordinating == null && !leaders.isEmpty() && !members.isEmpty()) {
      elect(leaders);
    }
  }

  /** The coordinator, if it hears of changes. It hears of them later if it is paused. */
  private @Nullable SimNode coordinatorAmong(Set<String> leaders) {
    SimNode node = coordinating == null ? null : nodes.get(coordinating);
    return node != null && (leaders.contains(node.id()) || !node.isRunning()) ? node : null;
  }

  private void remove(String id, @Nullable SimNode coordinator) {
    members.remove(id);
    unreachable.remove(id);
    if (coordinator != null) {
      coordinator.after(0, () -> coordinator.removed(id));
    }
    SimNode removed = nodes.get(id);
    if (removed == null || !removed.isAlive()) {
      return;
    }
    if (id.equals(coordinating)) {
      coordinatorLost();
    }
    // The other side comes to the same decision in its own time, and joins again when it can.
    long later = time.nowNanos() + (long) ((random.nextDouble() - 0.3) * SECOND);
    time.at(later, () -> removed.after(0, removed::stopCoordinating));
    // Its process starts its part of the fleet again, or is a model of one that was not removed.
    if (restarts && random.nextBoolean()) {
      time.at(later, () -> removed.after(0, () -> restart(removed)));
    } else {
      rejoins.put(id, later + SECOND);
    }
  }

  /** Nodes that are removed may join again as other nodes, as real ones do. */
  void restarts() {
    restarts = true;
  }

  private void rejoin(Set<String> leaders, long now) {
    for (Map.Entry<String, Long> each : new TreeMap<>(rejoins).entrySet()) {
      SimNode node = nodes.get(each.getKey());
      if (node == null || !node.isAlive()) {
        rejoins.remove(each.getKey());
        continue;
      }
      boolean connected =
          node.isRunning()
              && (members.isEmpty()
                  || leaders.stream().anyMatch(id -> network.connects(id, node.id())));
      if (connected && now >= each.getValue() && node.coordinator() == null) {
        rejoins.remove(each.getKey());
        members.put(node.id(), now);
        upAtCoordinator(node.id());
      }
    }
  }

  private void upAtCoordinator(String id) {
    SimNode coordinator = coordinating == null ? null : nodes.get(coordinating);
    if (coordinator != null) {
      coordinator.after(0, () -> coordinator.up(id));
    }
  }

  private void coordinatorLost() {
    coordinating = null;
    coordinatorChanges++;
  }

  private void elect(Set<String> leaders) {
    for (String id : members.keySet()) {
      SimNode node = nodes.get(id);
      if (leaders.contains(id) && node != null && node.isRunning()) {
        coordinating = id;
        node.coordinate(List.copyOf(members.keySet()), SimReport::merge);
        unreachable.forEach(each -> coordinatorOf(node).unreachable(each));
        return;
      }
    }
  }

  private static Coordinator coordinatorOf(SimNode node) {
    Coordinator coordinator = node.coordinator();
    if (coordinator == null) {
      throw new AssertionError(node.id() + " does not coordinate");
    }
    return coordinator;
  }

  /** The running nodes on the side of the network that has most of them, or the oldest. */
  private Set<String> leaders() {
    List<String> one = new ArrayList<>();
    List<String> other = new ArrayList<>();
    String first = null;
    for (String id : members.keySet()) {
      SimNode node = nodes.get(id);
      if (node != null && node.isRunning()) {
        first = first == null ? id : first;
        (network.connects(first, id) ? one : other).add(id);
      }
    }
    return new HashSet<>(other.size() > one.size() ? other : one);
  }
}
