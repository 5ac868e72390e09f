package org.plimsoll.fleet.cluster;

import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.plimsoll.fleet.NodeLoad;
import org.plimsoll.fleet.cluster.FleetMessage.Island;

/**
 * Detects separate fleets of the same name, which form when a discovery does not find all nodes at
 * the start. The nodes of one such fleet join the other: those of the fleet without runs, or of the
 * smaller one. Nodes with live runs wait until these runs have ended. Not thread-safe.
 */
final class Islands {
  /** Maximum number of nodes that are queried at the same time. */
  private static final int ASKED_MAX = 3;

  private static final Comparator<Island> STRONGER =
      Comparator.comparing(Island::hasRuns)
          .thenComparingInt(Island::nodes)
          .thenComparing(Comparator.comparing(Island::first).reversed());

  private final ClusterSettings settings;
  private final NodeLoad load;
  private final Members members;
  private final BiConsumer<NodeAddress, FleetMessage> send;
  private final Consumer<NodeAddress> moves;
  private List<NodeAddress> found = List.of();
  private boolean hasMoved;

  /**
   * @param send sends a message to a node, which may be outside the fleet
   * @param moves makes this node join through another node
   */
  Islands(
      ClusterSettings settings,
      NodeLoad load,
      Members members,
      BiConsumer<NodeAddress, FleetMessage> send,
      Consumer<NodeAddress> moves) {
    this.settings = settings;
    this.load = load;
    this.members = members;
    this.send = send;
    this.moves = moves;
  }

  /** Receives the nodes that the latest discovery has found. */
  void found(List<NodeAddress> nodes) {
    found = List.copyOf(nodes);
    ask();
  }

  /** Queries the fleet names of the found nodes outside this fleet. */
  void ask() {
    if (isMember(settings.address())) {
      found.stream()
          .filter(Predicate.not(this::isMember))
          .limit(ASKED_MAX)
          .forEach(each -> send.accept(each, own(false)));
    }
  }

  private boolean isMember(NodeAddress address) {
    return members.sender(address.toString()) != null;
  }

  private Island own(boolean isAnswer) {
    List<NodeAddress> nodes =
        members.all().stream().filter(Members.Known::isMember).map(Members.Known::address).toList();
    String first = nodes.stream().map(NodeAddress::toString).sorted().findFirst().orElse("");
    return new Island(settings.fleet(), isAnswer, !load.liveRuns().isEmpty(), nodes.size(), first);
  }

  /** Receives the answer of a node outside this fleet. */
  void received(String from, Island other) {
    NodeAddress sender = NodeAddress.parse("address", from);
    if (hasMoved || !isMember(settings.address()) || !other.fleet().equals(settings.fleet())) {
      return;
    }
    if (!other.isAnswer()) {
      send.accept(sender, own(true));
    }
    Island own = own(false);
    boolean isOther = !other.first().equals(own.first());
    if (isOther && !own.hasRuns() && STRONGER.compare(other, own) > 0) {
      hasMoved = true;
      moves.accept(sender);
    }
  }
}
