package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import org.plimsoll.engine.spec.Scope;

/** A command of a user to the fleet, given to any node. */
public sealed interface Command {
  /**
   * Starts a run. The submitter chooses the run's id, so that a repeated command does not start a
   * second run.
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Submit(String run, byte[] spec, RunPolicy policy, String who) implements Command {}

  /** Sets parameters. */
  record Change(
      String run, Scope scope, String who, Map<String, String> texts, List<String> cleared)
      implements Command {}

  /** Stops a run on all nodes, after waiting for operations in flight. */
  record Stop(String run, String who) implements Command {}

  /**
   * Opens a fill for a run. Its rows are numbered after those of earlier fills.
   *
   * @param number number of the fill in the run, so that a repeated command opens no second fill:
   *     from 0 on before the load, and from {@link JournalEntry.FillSwitched#firstFill} on during
   *     the load
   */
  record Fill(String run, int number, long rows) implements Command {
    /** Returns the number of the entry that started the fill; 0 for a fill before the load. */
    long startedBy() {
      return JournalEntry.FillSwitched.startedBy(number);
    }
  }

  /**
   * Opens operations up to a number, in a measurement with a fixed number of operations. Operations
   * are numbered across iterations.
   */
  record Operations(String run, long operations) implements Command {}

  /**
   * Starts a fill during the load, or ends a fill.
   *
   * @param scope nodes that write the fill
   * @param startedBy number of the journal entry that started the fill to end; 0 for any fill
   */
  record SwitchFill(String run, Scope scope, boolean isOn, String who, long startedBy)
      implements Command {}

  /**
   * Reports that one generator has completed a step on behalf of all generators.
   *
   * @param step name of the step within the run
   * @param result result of the step, for the other generators
   */
  record Done(String run, String step, String result) implements Command {}

  /** Moves a run to a set of nodes, including nodes that join later; empty for all. */
  record Place(String run, List<Scope> nodes, String who) implements Command {}

  /** Hands over the shares of a node, and lets the node leave. */
  record Drain(String node) implements Command {}

  /**
   * Sets the weight of a node's share.
   *
   * @param node name, address or id of the node
   */
  record Weigh(String node, int weight) implements Command {}
}
