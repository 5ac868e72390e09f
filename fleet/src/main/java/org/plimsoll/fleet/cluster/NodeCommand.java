package org.plimsoll.fleet.cluster;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.pekko.cluster.ClusterEvent.ClusterDomainEvent;
import org.plimsoll.fleet.FleetView;
import org.plimsoll.fleet.StopAnswers;
import org.plimsoll.fleet.control.Member;

/** A message to the actor of a node: from another node, from the cluster, or from this node. */
interface NodeCommand {
  /** A membership change. */
  record Changed(ClusterDomainEvent event) implements NodeCommand {}

  /** Requests the list of nodes with fresh answers. */
  record View(CompletableFuture<FleetView> answer) implements NodeCommand {}

  /** Ends the wait for the status of the nodes in a round. */
  record RoundEnded(long round) implements NodeCommand {}

  /** Asks all other nodes to stop all load. */
  record Stop(String who, CompletableFuture<StopAnswers> answer) implements NodeCommand {}

  /** Repeats the request to stop all load to the nodes that have not answered, or ends it. */
  record StopAgain(long request, int tries) implements NodeCommand {}

  /** Signals that this node has stopped all load on request of another node. */
  record LoadStopped(NodeAddress from, long request, List<String> runs) implements NodeCommand {}

  /** Reports that the coordinator has started or stopped on this node. */
  record CoordinatorMoved(boolean isHere) implements NodeCommand {}

  /** Makes a member leave the fleet. */
  record Drain(String node, CompletableFuture<Boolean> answer) implements NodeCommand {}

  /** Makes this node leave, because no run needs it. */
  record Leave() implements NodeCommand {}

  /** Executes a call on the member of this node. */
  record OnMember(Consumer<Member> call) implements NodeCommand {}

  /** Signals the next tick of the member and the coordinator. */
  record Tick() implements NodeCommand {}

  /** Reports the nodes that a discovery has found. */
  record Found(List<NodeAddress> nodes) implements NodeCommand {}

  /** Joins through nodes, unless this node is a member. */
  record Join(List<NodeAddress> through) implements NodeCommand {}

  /** Signals the next round of queries to removed nodes, and the next try to join. */
  record JoinAgain() implements NodeCommand {}

  /** Signals that no seed has answered yet, so that the node searches for other nodes. */
  record StillAlone() implements NodeCommand {}
}
