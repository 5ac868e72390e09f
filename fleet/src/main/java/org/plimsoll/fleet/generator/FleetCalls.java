package org.plimsoll.fleet.generator;

import java.util.function.ObjLongConsumer;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.fleet.control.Member;

/** The calls of a generator to the fleet, through its node. They never block. */
interface FleetCalls {
  /**
   * Executes a call on this node's member, with the time of its clock. Has no effect while the node
   * is not in a fleet.
   */
  void member(ObjLongConsumer<Member> call);

  /**
   * Sends an idempotent command to the fleet, and repeats it until a coordinator answers. Does not
   * wait for the answer.
   */
  void ask(Command command);

  /**
   * Sends a command to the fleet and waits for the answer.
   *
   * @throws org.plimsoll.engine.spec.InvalidSpecException if the command is rejected
   * @throws org.plimsoll.fleet.FleetUnavailableException if no coordinator answers
   */
  void require(Command command);
}
