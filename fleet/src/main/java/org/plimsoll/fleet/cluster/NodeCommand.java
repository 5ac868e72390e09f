package org.plimsoll.fleet.cluster;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.pekko.cluster.ClusterEvent.ClusterDomainEvent;
import org.plimsoll.fleet.FleetView;
import org.plimsoll.fleet.StopAnswers;
import org.plimsoll.fleet.control.Member;

/** What the actor of a node takes: messages from other nodes, events, and requests of this one. */
interface NodeCommand {
  /** A change of the membership. */
  record Changed(ClusterDomainEvent event) implements NodeCommand {}

  /** Asks for the nodes, with fresh answers. */
  record View(CompletableFuture<FleetView> answer) implements NodeCommand {}

  /** The time for the answers to a round of questions has ended. */
  record RoundEnded(long round) implements NodeCommand {}

  /** Asks all other nodes to stop all load. */
  record Stop(String who, CompletableFuture<StopAnswers> answer) implements NodeCommand {}

  /** Asks those again that have not answered, or ends the request. */
  record StopAgain(long request, int tries) implements NodeCommand {}

  /** This node has stopped all load, as another one had asked. */
  record LoadStopped(NodeAddress from, long request, List<String> runs) implements NodeCommand {}

  /** The coordinator has started on this node, or ended. */
  record CoordinatorMoved(boolean isHere) implements NodeCommand {}

  /** Lets a member leave. */
  record Drain(String node, CompletableFuture<Boolean> answer) implements NodeCommand {}

  /** Nothing of this node is needed any more: it leaves. */
  record Leave() implements NodeCommand {}

  /** Calls the member of this node. */
  record OnMember(Consumer<Member> call) implements NodeCommand {}

  /** The time has come that the member and the coordinator look at the clock. */
  record Tick() implements NodeCommand {}

  /** A discovery has found these nodes. */
  record Found(List<NodeAddress> nodes) implements NodeCommand {}

  /** It is time to look for other nodes, and to say that no seed has answered. */
  record StillAlone() implements NodeCommand {}
}
