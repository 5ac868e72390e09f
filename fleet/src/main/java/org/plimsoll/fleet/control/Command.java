package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import org.plimsoll.engine.spec.Scope;

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
   * @param number names it within the run, so that it is opened once: counted from 0 on before the
   *     load, and from {@link JournalEntry.FillSwitched#firstFill} on during it
   */
  record Fill(String run, int number, long rows) implements Command {
    /** Number of the entry that has started the fill; 0 for one before the load. */
    long startedBy() {
      return JournalEntry.FillSwitched.startedBy(number);
    }
  }

  /**
   * Opens operations up to a number, for a measurement that ends with some. Those of an iteration
   * follow those of the one before.
   */
  record Operations(String run, long operations) implements Command {}

  /**
   * Starts a fill during the load, or ends a fill.
   *
   * @param scope the nodes that write it
   * @param startedBy number of the entry that has started the fill to end; 0 for any
   */
  record SwitchFill(String run, Scope scope, boolean isOn, String who, long startedBy)
      implements Command {}

  /**
   * A step that one generator does for all is done.
   *
   * @param step names it within the run
   * @param result for the others
   */
  record Done(String run, String step, String result) implements Command {}

  /** Moves a run to these nodes, also to those that join later; empty for all. */
  record Place(String run, List<Scope> nodes, String who) implements Command {}

  /** Hands a node's shares over and lets it leave. */
  record Drain(String node) implements Command {}

  /**
   * Sets the weight of a node's share.
   *
   * @param node its name, address or id
   */
  record Weigh(String node, int weight) implements Command {}
}
