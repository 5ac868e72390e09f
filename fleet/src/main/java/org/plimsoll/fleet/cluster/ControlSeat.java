package org.plimsoll.fleet.cluster;

import org.plimsoll.fleet.control.Coordinator;
import org.plimsoll.fleet.control.Member;
import org.plimsoll.fleet.control.Node;
import org.plimsoll.fleet.control.Outbox;
import org.plimsoll.fleet.control.Term;
import org.plimsoll.fleet.control.Timings;

/**
 * Creates what directs the runs of a fleet: the member of each node, and the coordinator of one.
 * Both are called on one thread at a time, and must return at once.
 */
public interface ControlSeat {
  /** The durations of the protocol. */
  Timings timings();

  /**
   * Creates the member of this node. Called again after the node was cut off, with another id.
   *
   * @param out sends its messages
   */
  Member member(Node node, Outbox out);

  /**
   * Creates the coordinator, when it moves to this node.
   *
   * @param known the highest term that this node's member has seen
   */
  Coordinator coordinator(Node node, Term known, Outbox out, long nowNanos);
}
