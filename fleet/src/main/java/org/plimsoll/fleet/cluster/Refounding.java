package org.plimsoll.fleet.cluster;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.cluster.FleetMessage.Removed;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a fleet again after all its nodes were removed. Each removed node has a set of the nodes
 * that it knows. The first node of the set, by address, asks the others in rounds. It founds the
 * fleet after three rounds in a row in which the same processes have all answered that they are
 * removed, and have named the same set. The others then join it, as any removed node does.
 *
 * <p>No two nodes found with sets that have a node in common. That node has named both sets. Sets
 * only grow, so one set contains the other, and the founder of the smaller one has named the larger
 * one. It cannot have done so: its set was still the smaller one when it founded, and a node that
 * founds or joins a fleet answers no more. Equal sets have the same first node.
 *
 * <p>Not thread-safe.
 */
final class Refounding {
  /** The interval of the rounds. Later answers do not count. */
  static final Duration ROUND = Duration.ofSeconds(1);

  /** Number of rounds in a row after which a node founds the fleet. */
  static final int ROUNDS = 3;

  private static final Logger LOG = LoggerFactory.getLogger(Refounding.class);
  private static final int ROUNDS_PER_WARNING = 10;

  private final ClusterSettings settings;
  private final NodeAddress self;
  private final String id;
  private final BiConsumer<NodeAddress, FleetMessage> send;
  private final Consumer<List<NodeAddress>> join;
  private final LongSupplier nanos;

  private final SortedSet<NodeAddress> known =
      new TreeSet<>(Comparator.comparing(NodeAddress::toString));

  /** The nodes that have not answered in this round. */
  private final Set<NodeAddress> missing = new HashSet<>();

  /** The ids of the processes that have answered since the first of the rounds in a row. */
  private final Map<NodeAddress, String> processes = new HashMap<>();

  private long round;
  private long roundNanos;
  private int agreed;
  private boolean isOver;

  /**
   * @param id id of this process
   * @param others the other nodes that this node knows; null if it was not removed
   * @param send sends a message to a node
   * @param join joins through nodes; founds the fleet if this node is the only one
   * @param nanos monotonic clock
   */
  Refounding(
      ClusterSettings settings,
      String id,
      @Nullable Collection<NodeAddress> others,
      BiConsumer<NodeAddress, FleetMessage> send,
      Consumer<List<NodeAddress>> join,
      LongSupplier nanos) {
    this.settings = settings;
    this.self = settings.address();
    this.id = id;
    this.send = send;
    this.join = join;
    this.nanos = nanos;
    known.add(self);
    if (others == null) {
      end();
    } else {
      known.addAll(others);
    }
  }

  /** Ends this, because this node founds a fleet, joins one, or was not removed. */
  void end() {
    isOver = true;
  }

  /** Adds nodes, through which this node then joins as well. */
  void add(Collection<NodeAddress> nodes) {
    if (!isOver && known.addAll(nodes)) {
      startOver();
      join.accept(others());
    }
  }

  private List<NodeAddress> others() {
    return known.stream().filter(each -> !each.equals(self)).toList();
  }

  private void startOver() {
    agreed = 0;
    processes.clear();
    missing.clear();
  }

  /** Starts the next round, if this node is the first one. */
  void ask() {
    if (isOver) {
      return;
    }
    if (!missing.isEmpty()) {
      if (round % ROUNDS_PER_WARNING == 0) {
        LOG.warn(
            "Fleet '{}' does not start again before these nodes answer that they were removed: {}",
            settings.fleet(),
            missing);
      }
      startOver();
    }
    if (known.first().equals(self)) {
      round++;
      roundNanos = nanos.getAsLong();
      missing.addAll(others());
      others().forEach(each -> send.accept(each, message(id, round)));
      foundIfAllAgree();
    }
  }

  private Removed message(String asker, long number) {
    return new Removed(
        settings.fleet(), asker, number, id, known.stream().map(NodeAddress::toString).toList());
  }

  /** Receives a query or an answer of a removed node. */
  void received(String from, Removed message) {
    if (isOver || !message.fleet().equals(settings.fleet())) {
      return;
    }
    NodeAddress sender = NodeAddress.parse("address", from);
    List<NodeAddress> theirs =
        message.known().stream().map(each -> NodeAddress.parse("address", each)).toList();
    add(theirs);
    if (message.asker().equals(message.sender())) {
      send.accept(sender, message(message.asker(), message.round()));
    } else if (isCurrent(message) && known.equals(Set.copyOf(theirs)) && missing.remove(sender)) {
      String before = processes.putIfAbsent(sender, message.sender());
      if (before == null || before.equals(message.sender())) {
        foundIfAllAgree();
      } else {
        startOver();
      }
    }
  }

  private boolean isCurrent(Removed answer) {
    return answer.asker().equals(id)
        && answer.round() == round
        && nanos.getAsLong() - roundNanos <= ROUND.toNanos();
  }

  private void foundIfAllAgree() {
    if (missing.isEmpty() && ++agreed == ROUNDS) {
      LOG.warn(
          "All nodes of fleet '{}' were removed. This node starts it again.", settings.fleet());
      end();
      join.accept(List.of(self));
    }
  }
}
