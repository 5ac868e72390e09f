package org.plimsoll.fleet.cluster;

import org.plimsoll.fleet.control.Coordinator;
import org.plimsoll.fleet.control.Member;
import org.plimsoll.fleet.control.Node;
import org.plimsoll.fleet.control.Outbox;
import org.plimsoll.fleet.control.Term;
import org.plimsoll.fleet.control.Timings;

/**
 * Creates the state machines that direct the runs of a fleet: a member on each node, and a
 * coordinator on one node. Each of them is called by one thread at a time, and must return at once.
 */
public interface ControlSeat {
  /** Returns the durations of the protocol. */
  Timings timings();

  /**
   * Creates the member of this node. Called again with another id after the node was disconnected.
   *
   * @param out sends the messages of the seat
   */
  Member member(Node node, Outbox out);

  /**
   * Creates the coordinator when it moves to this node.
   *
   * @param known the highest term that this node's member has seen
   */
  Coordinator coordinator(Node node, Term known, Outbox out, long nowNanos);

  /**
   * Called when this node has left its fleet and does not join again. The state machines are not
   * called from now on.
   */
  default void left() {}
}
