package org.plimsoll.fleet.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.FleetNode.State;
import org.plimsoll.fleet.NodeIdentity;
import org.plimsoll.fleet.NodeLabels;
import org.plimsoll.fleet.Protocol;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.fleet.control.Coordinator;
import org.plimsoll.fleet.control.FleetMessage;
import org.plimsoll.fleet.control.Member;
import org.plimsoll.fleet.control.Node;
import org.plimsoll.fleet.control.Outbox;

/**
 * Delivers the messages of this node's member, and of the coordinator while it runs on this node.
 * Reports membership changes to the coordinator. Not thread-safe.
 */
final class ControlPost implements Outbox {
  private final ControlSeat seat;
  private final Members members;
  private final BiConsumer<NodeAddress, org.plimsoll.fleet.cluster.FleetMessage> send;
  private final LongSupplier nanos = System::nanoTime;
  private final Ticks ticks;
  private final Node node;
  private final Member member;
  private @Nullable Coordinator coordinator;

  /**
   * @param id the id of this process
   * @param weight initial weight of the node's share
   * @param send sends a message to a node, which may be this one
   * @param ticks sets the interval of the ticks
   */
  ControlPost(
      ControlSeat seat,
      String id,
      NodeIdentity identity,
      int weight,
      Members members,
      BiConsumer<NodeAddress, org.plimsoll.fleet.cluster.FleetMessage> send,
      Ticks ticks) {
    this.seat = seat;
    this.members = members;
    this.send = send;
    this.ticks = ticks;
    this.node = new Node(id, identity.version(), Protocol.VERSION, labels(identity), weight);
    this.member = seat.member(node, this);
  }

  private static Map<String, String> labels(NodeIdentity identity) {
    NodeLabels labels = identity.labels();
    Map<String, String> all = new HashMap<>(labels.others());
    all.put("name", identity.name());
    put(all, "region", labels.region());
    put(all, "datacenter", labels.datacenter());
    put(all, "rack", labels.rack());
    put(all, "host", labels.host());
    return all;
  }

  private static void put(Map<String, String> labels, String key, @Nullable String value) {
    if (value != null) {
      labels.put(key, value);
    }
  }

  /** Executes a call on the member. */
  void call(Consumer<Member> call) {
    call.accept(member);
    pace();
  }

  /** The current weight of this node's share. */
  int weight() {
    return member.weight();
  }

  private void pace() {
    Coordinator here = coordinator;
    ticks.pace(member.isIdle() && (here == null || here.isIdle()));
  }

  /** Makes a node hand over its shares and then leave the fleet. */
  void drain(Members.Known known) {
    String id = Members.id(known);
    member.ask("drain " + id, new Command.Drain(id), nanos.getAsLong());
  }

  void tick() {
    member.tick(nanos.getAsLong());
    if (coordinator != null) {
      coordinator.tick(nanos.getAsLong());
    }
    pace();
  }

  /** Starts or stops the coordinator on this node. */
  void coordinatorMoved(boolean isHere) {
    if (!isHere) {
      coordinator = null;
      return;
    }
    coordinator = seat.coordinator(node, member.term(), this, nanos.getAsLong());
    members.all().forEach(this::changed);
    pace();
  }

  /** Reports the state of a node to the coordinator, if it runs on this node. */
  void changed(Members.Known known) {
    Coordinator here = coordinator;
    if (here == null) {
      return;
    }
    String id = Members.id(known);
    switch (known.state()) {
      case UP, LEAVING -> here.up(id, nanos.getAsLong());
      case UNREACHABLE -> here.unreachable(id);
      case REMOVED -> here.removed(id);
      case JOINING -> {
        // The node is added when it is up.
      }
    }
  }

  /** Delivers a message, unless its receiver is an earlier process at this address. */
  void receive(org.plimsoll.fleet.cluster.FleetMessage.Control control) {
    if (!control.to().equals(node.id())) {
      return;
    }
    if (!control.toCoordinator()) {
      member.receive(control.message(), nanos.getAsLong());
    } else if (coordinator != null) {
      coordinator.receive(control.message(), nanos.getAsLong());
    }
    pace();
  }

  @Override
  public void toMember(String to, FleetMessage message) {
    send(to, false, message);
  }

  @Override
  public void toCoordinator(String to, FleetMessage message) {
    send(to, true, message);
  }

  @Override
  public void toAllMembers(FleetMessage message) {
    for (Members.Known known : members.all()) {
      String id = Members.id(known);
      if (known.state() != State.REMOVED && !id.equals(node.id())) {
        send(id, false, message);
      }
    }
  }

  private void send(String to, boolean toCoordinator, FleetMessage message) {
    NodeAddress address = members.address(to);
    if (address != null) {
      send.accept(
          address, new org.plimsoll.fleet.cluster.FleetMessage.Control(to, toCoordinator, message));
    }
  }
}
