package org.plimsoll.fleet.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.GeneratorVerdict;

/** A message from one node to another. {@link FleetSerializer} lists the names of its types. */
sealed interface FleetMessage {
  /**
   * Requests the status of a node.
   *
   * @param round number that the answer repeats
   * @param sentMicros wall clock of the sender, which the answer repeats
   */
  record StatusRequest(long round, long sentMicros) implements FleetMessage {}

  /**
   * The status of a node.
   *
   * @param wallMicros the wall clock of the node that answers
   * @param weight of its share in runs
   * @param verdicts null from a node of an earlier version
   */
  record Status(
      long round,
      long sentMicros,
      long wallMicros,
      List<String> runs,
      int weight,
      int processors,
      double cpu,
      long residentBytes,
      boolean isCoordinator,
      @Nullable List<GeneratorVerdict> verdicts)
      implements FleetMessage {}

  /** Requests that a node stop all load at once. */
  record StopAllLoad(long request, String who) implements FleetMessage {}

  /** The runs that a node has stopped. */
  record Stopped(long request, List<String> runs) implements FleetMessage {}

  /**
   * A message between a coordinator and a member.
   *
   * @param to id of the process that receives the message
   */
  record Control(String to, boolean toCoordinator, org.plimsoll.fleet.control.FleetMessage message)
      implements FleetMessage {}

  /** Announces that the sender runs the coordinator. */
  record CoordinatorIsHere() implements FleetMessage {}

  /**
   * Tells a node outside the fleet to which fleet the sender belongs.
   *
   * @param fleet name of the fleet
   * @param isAnswer whether this is an answer; otherwise it is a request for the same data
   * @param hasRuns whether the fleet has live runs
   * @param nodes number of nodes in the fleet
   * @param first the first of the nodes' addresses in order
   */
  record Island(String fleet, boolean isAnswer, boolean hasRuns, int nodes, String first)
      implements FleetMessage {}

  /**
   * Reports that the sender was removed from its fleet and has not joined one again.
   *
   * @param fleet name of the fleet
   * @param asker id of the process that requests the same data, which the answer repeats
   * @param round number that the answer repeats
   * @param sender id of the process that sends this; a request if it is the asker
   * @param known addresses of the nodes that the sender knows, including its own
   */
  record Removed(String fleet, String asker, long round, String sender, List<String> known)
      implements FleetMessage {}
}
