package org.plimsoll.fleet.cluster;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plimsoll.fleet.cluster.FleetMessage.Removed;

/**
 * Removed nodes in virtual time: messages are lost and late, processes are stopped, nodes are
 * removed again. There are never two fleets that know of each other.
 */
class RefoundingSimulationTest {
  private static final int SEEDS = 1_000;
  private static final long SECOND = 1_000_000_000L;
  private static final long DISTURBED = 60 * SECOND;
  private static final long END = 120 * SECOND;

  @Test
  void noSecondFleetIsStartedAndOneIsInTheEnd() {
    int founded = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      founded += new World(seed, true).run().founded;
    }
    assertThat(founded).as("some fleets were removed again").isGreaterThan(SEEDS);
  }

  @Test
  void fleetsOfNodesThatKnowSomeOthersHaveNoNodeInCommon() {
    int founded = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      founded += new World(seed, false).run().founded;
    }
    assertThat(founded).isGreaterThan(SEEDS);
  }

  /** An action that is due on a node. Actions of a stopped node wait until it continues. */
  private record Due(long nanos, long number, Node node, int process, Runnable action) {}

  private static final class Node {
    final NodeAddress address;

    @SuppressWarnings("NullAway.Init") // by start
    Refounding refounding;

    @SuppressWarnings("NullAway.Init") // by start
    Joining joining;

    int process;
    long stoppedUntil;

    /** The members of its fleet; null if it is in none. */
    @Nullable Set<Node> members;

    /** The nodes through which it tries to join. */
    List<NodeAddress> through = List.of();

    /** The nodes that it knows. */
    List<String> known = List.of();

    Node(NodeAddress address) {
      this.address = address;
    }

    @Override
    public String toString() {
      return address.host();
    }
  }

  private static final class World {
    final SplittableRandom random;
    final boolean isComplete;
    final String name;
    final Map<NodeAddress, Node> nodes = new HashMap<>();
    final PriorityQueue<Due> due =
        new PriorityQueue<>(Comparator.comparingLong(Due::nanos).thenComparingLong(Due::number));
    long number;
    long now;
    int founded;

    World(int seed, boolean isComplete) {
      this.random = new SplittableRandom(seed);
      this.isComplete = isComplete;
      this.name = "seed " + seed;
      // With more than about eight nodes, a try to join is not made through all of them.
      int count = 2 + random.nextInt(flips(4) ? 14 : 5);
      IntStream.rangeClosed(1, count)
          .mapToObj(i -> new NodeAddress("10.0.0." + i, 7460))
          .forEach(address -> nodes.put(address, new Node(address)));
      for (Node node : sorted()) {
        start(node, nodes.keySet().stream().filter(_ -> isComplete || flips(2)).toList());
      }
    }

    List<Node> sorted() {
      return nodes.values().stream().sorted(Comparator.comparing(Node::toString)).toList();
    }

    boolean flips(int oneOf) {
      return random.nextInt(oneOf) == 0;
    }

    /** A new actor system, which was removed. */
    void start(Node node, List<NodeAddress> others) {
      node.members = null;
      node.process++;
      node.known = List.of(node.address.toString());
      ClusterSettings settings =
          NodeMain.settings("trial", "a", node.address, Path.of("none"), List.of());
      node.joining = new Joining(settings, through -> join(node, through));
      node.joining.accept(others.stream().filter(each -> !each.equals(node.address)).toList());
      node.refounding =
          new Refounding(
              settings,
              Members.id(node.address, node.process),
              others,
              (to, message) -> send(node, to, (Removed) message),
              node.joining,
              () -> now);
      tick(node, random.nextLong(SECOND));
    }

    void at(long nanos, Node node, Runnable action) {
      due.add(new Due(nanos, number++, node, node.process, action));
    }

    void tick(Node node, long delay) {
      at(
          now + delay,
          node,
          () -> {
            node.refounding.ask();
            node.joining.again();
            if (node.members == null) {
              nodes.values().stream()
                  .filter(each -> each.members != null && node.through.contains(each.address))
                  .findFirst()
                  .filter(_ -> flips(2))
                  .ifPresent(each -> becomeMember(node, requireNonNull(each.members)));
            } else if (now < DISTURBED && flips(8)) {
              remove(node);
              return;
            }
            if (now < DISTURBED && flips(8)) {
              node.stoppedUntil = now + random.nextLong(6 * SECOND);
            }
            tick(node, SECOND);
          });
    }

    /** The fleet removes a node, or all its nodes remove each other. */
    void remove(Node node) {
      Set<Node> all = requireNonNull(node.members);
      List<NodeAddress> others = all.stream().map(each -> each.address).toList();
      List<Node> removed = flips(2) ? List.of(node) : List.copyOf(all);
      removed.forEach(all::remove);
      removed.forEach(each -> start(each, others));
    }

    void send(Node from, NodeAddress to, Removed message) {
      from.known = message.known();
      if (now < DISTURBED && flips(20)) {
        return;
      }
      long most = now < DISTURBED && flips(10) ? 5 * SECOND : SECOND / 20;
      Node node = requireNonNull(nodes.get(to));
      // To whichever process has the address when the message arrives.
      due.add(
          new Due(
              now + random.nextLong(most),
              number++,
              node,
              -1,
              () -> node.refounding.received(from.address.toString(), message)));
    }

    void join(Node node, List<NodeAddress> through) {
      node.through = through;
      if (!through.equals(List.of(node.address))) {
        return;
      }
      founded++;
      List<String> members =
          nodes.values().stream()
              .filter(each -> each.members != null)
              .map(each -> each.address.toString())
              .toList();
      assertThat(members).as(name).doesNotContainAnyElementsOf(node.known);
      if (isComplete) {
        assertThat(members).as(name).isEmpty();
      }
      node.members = new HashSet<>(List.of(node));
    }

    /** The actor of the node learns a moment later that the node is a member. */
    void becomeMember(Node node, Set<Node> members) {
      members.add(node);
      node.members = members;
      at(
          now + random.nextLong(SECOND / 10),
          node,
          () -> {
            node.refounding.end();
            node.joining.end();
          });
    }

    World run() {
      while (now < END) {
        Due next = due.remove();
        now = Math.max(now, next.nanos());
        if (next.process() >= 0 && next.process() != next.node().process) {
          continue; // of an earlier actor system
        }
        if (now < next.node().stoppedUntil) {
          due.add(
              new Due(
                  next.node().stoppedUntil,
                  next.number(),
                  next.node(),
                  next.process(),
                  next.action()));
        } else {
          next.action().run();
        }
      }
      List<Set<Node>> fleets = new ArrayList<>();
      for (Node node : nodes.values()) {
        if (node.members != null && !fleets.contains(node.members)) {
          fleets.add(node.members);
        }
      }
      if (isComplete) {
        assertThat(fleets).as(name).hasSize(1);
        assertThat(fleets.getFirst()).as(name).hasSameSizeAs(nodes.keySet());
      }
      return this;
    }
  }
}
