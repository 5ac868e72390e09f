package org.plimsoll.fleet.cluster;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.pekko.cluster.ClusterEvent.ClusterDomainEvent;
import org.apache.pekko.cluster.ClusterEvent.MemberEvent;
import org.apache.pekko.cluster.ClusterEvent.ReachableMember;
import org.apache.pekko.cluster.ClusterEvent.UnreachableMember;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.FleetNode;
import org.plimsoll.fleet.NodeIdentity;
import org.plimsoll.fleet.NodeStatus;

/** The current and recently removed members of a fleet, derived from cluster events. */
final class Members {
  /** How long a removed node remains in the list. */
  static final Duration REMOVED_SHOWN = Duration.ofHours(1);

  private static final int REMOVED_SHOWN_MAX = 100;

  private final InstantSource clock;
  private final Map<NodeAddress, Known> known = new HashMap<>();

  /** A node with the start time of its current state. */
  record Known(
      NodeAddress address,
      long incarnation,
      NodeIdentity identity,
      FleetNode.State state,
      Instant since,
      boolean isReachable,
      @Nullable NodeStatus status) {
    /** Returns this node with its latest status. */
    Known with(NodeStatus answer) {
      return new Known(address, incarnation, identity, state, since, isReachable, answer);
    }

    boolean isMember() {
      return state != FleetNode.State.REMOVED;
    }
  }

  Members(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Applies an event of the cluster.
   *
   * @return the node, if its state has changed
   */
  Optional<Known> take(ClusterDomainEvent event) {
    return switch (event) {
      case UnreachableMember unreachable -> set(unreachable.member(), false);
      case ReachableMember reachable -> set(reachable.member(), true);
      case MemberEvent changed -> {
        Known before = before(changed.member());
        yield set(changed.member(), before == null || before.isReachable());
      }
      default -> Optional.empty();
    };
  }

  /**
   * Returns the earlier state of this process; null if its address was unknown or was used by
   * another process.
   */
  private @Nullable Known before(Member member) {
    Known before = known.get(NodeAddress.of(member.address()));
    boolean isSame = before != null && before.incarnation() == member.uniqueAddress().longUid();
    return isSame ? before : null;
  }

  private Optional<Known> set(Member member, boolean isReachable) {
    NodeAddress address = NodeAddress.of(member.address());
    Known before = before(member);
    boolean isRemoval = member.status().equals(MemberStatus.removed());
    if (isRemoval && before == null && known.containsKey(address)) {
      return Optional.empty(); // its process was restarted, and this address is a member
    }
    FleetNode.State state = state(member.status(), isReachable);
    boolean isChanged = before == null || before.state() != state;
    Known now =
        new Known(
            address,
            member.uniqueAddress().longUid(),
            NodeCard.of(member.getRoles(), address),
            state,
            before == null || isChanged ? clock.instant() : before.since(),
            isReachable,
            before == null ? null : before.status());
    known.put(address, now);
    forgetRemoved();
    return isChanged ? Optional.of(now) : Optional.empty();
  }

  private static FleetNode.State state(MemberStatus status, boolean isReachable) {
    if (status.equals(MemberStatus.removed())) {
      return FleetNode.State.REMOVED;
    }
    if (!isReachable || status.equals(MemberStatus.down())) {
      return FleetNode.State.UNREACHABLE;
    }
    if (status.equals(MemberStatus.up())) {
      return FleetNode.State.UP;
    }
    return status.equals(MemberStatus.leaving()) || status.equals(MemberStatus.exiting())
        ? FleetNode.State.LEAVING
        : FleetNode.State.JOINING;
  }

  private void forgetRemoved() {
    Instant oldest = clock.instant().minus(REMOVED_SHOWN);
    List<Known> removed =
        known.values().stream()
            .filter(each -> !each.isMember())
            .sorted(Comparator.comparing(Known::since).reversed())
            .toList();
    for (int i = 0; i < removed.size(); i++) {
      if (i >= REMOVED_SHOWN_MAX || removed.get(i).since().isBefore(oldest)) {
        known.remove(removed.get(i).address());
      }
    }
  }

  /**
   * Returns all nodes for display.
   *
   * @param coordinator the address of the coordinator's node; null if it is unknown
   */
  List<FleetNode> shown(@Nullable NodeAddress coordinator) {
    return all().stream()
        .map(each ->
            new FleetNode(
                each.identity(),
                each.address().toString(),
                each.state(),
                each.since(),
                each.address().equals(coordinator),
                each.status()))
        .toList();
  }

  /** Returns the name of the node at an address; the address itself if the node is not known. */
  String name(NodeAddress address) {
    Known node = known.get(address);
    return node == null ? address.toString() : node.identity().name();
  }

  /** Stores the latest status of a node. */
  void answered(NodeAddress address, NodeStatus status) {
    known.computeIfPresent(address, (_, before) -> before.with(status));
  }

  /** Returns the address of the member with this text form; null if there is none. */
  @Nullable NodeAddress sender(String text) {
    return known.values().stream()
        .filter(Known::isMember)
        .map(Known::address)
        .filter(address -> address.toString().equals(text))
        .findFirst()
        .orElse(null);
  }

  /** Returns the id of a process. A restarted process has a new id. */
  static String id(Known node) {
    return id(node.address(), node.incarnation());
  }

  static String id(NodeAddress address, long incarnation) {
    return address + "#" + incarnation;
  }

  /** Returns the address of the process with an id; null if it is no longer known. */
  @Nullable NodeAddress address(String id) {
    return known.values().stream()
        .filter(each -> id(each).equals(id))
        .map(Known::address)
        .findFirst()
        .orElse(null);
  }

  /** Returns the nodes in the order of their names. */
  List<Known> all() {
    List<Known> all = new ArrayList<>(known.values());
    all.sort(
        Comparator.comparing((Known each) -> each.identity().name())
            .thenComparing(each -> each.address().toString()));
    return all;
  }

  /** Returns the members with a name or an address. */
  List<Known> named(String name) {
    return all().stream()
        .filter(Known::isMember)
        .filter(
            each -> each.identity().name().equals(name) || each.address().toString().equals(name))
        .toList();
  }
}
