package org.plimsoll.fleet.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.GeneratorVerdict;

/** A message from one node to another. {@link FleetSerializer} has the list of their names. */
sealed interface FleetMessage {
  /**
   * Requests the status of a node.
   *
   * @param round returned in the answer
   * @param sentMicros the wall clock of the sender, returned in the answer
   */
  record StatusRequest(long round, long sentMicros) implements FleetMessage {}

  /**
   * The status of a node.
   *
   * @param wallMicros the wall clock of the node that answers
   * @param verdicts null from a node of an earlier version
   */
  record Status(
      long round,
      long sentMicros,
      long wallMicros,
      List<String> runs,
      int processors,
      double cpu,
      long residentBytes,
      boolean isCoordinator,
      @Nullable List<GeneratorVerdict> verdicts)
      implements FleetMessage {}

  /** Requests to stop all load at once. */
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
   * Tells a node outside the fleet which fleet the sender belongs to.
   *
   * @param fleet name of the fleet
   * @param isAnswer whether this is an answer; otherwise it is a request for the same data
   * @param hasRuns whether the fleet has live runs
   * @param nodes number of its nodes
   * @param first the first of their addresses, in order
   */
  record Island(String fleet, boolean isAnswer, boolean hasRuns, int nodes, String first)
      implements FleetMessage {}
}
