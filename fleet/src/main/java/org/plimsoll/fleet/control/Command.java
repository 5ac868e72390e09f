package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;

/** What a person asks of the fleet, through any of its nodes. */
public sealed interface Command {
  /** Starts a run. The id of the run is chosen by whoever submits, so that it is done once. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Submit(String run, byte[] spec, RunPolicy policy, String who) implements Command {}

  /** Sets parameters. */
  record Change(
      String run, Scope scope, String who, Map<String, String> texts, List<String> cleared)
      implements Command {}

  /** Stops a run at all nodes; operations in flight are awaited. */
  record Stop(String run, String who) implements Command {}

  /**
   * Opens a fill of a run: its rows follow those of the fills before it.
   *
   * @param number counts the fills of the run from 0 on, so that each is opened once
   */
  record Fill(String run, int number, long rows) implements Command {}

  /**
   * A step that one generator does for all is done.
   *
   * @param step names it within the run
   * @param result for the others
   */
  record Done(String run, String step, String result) implements Command {}

  /** Moves a run to these nodes; empty for all. */
  record Place(String run, List<String> nodes, String who) implements Command {}

  /** Hands a node's shares over and lets it leave. */
  record Drain(String node) implements Command {}

  /** Sets the weight of a node's share. */
  record Weigh(String node, int weight) implements Command {}
}
