package org.plimsoll.fleet.generator;

import java.util.function.ObjLongConsumer;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.fleet.control.Member;

/** The calls of a generator to the fleet through its node. They never block. */
interface FleetCalls {
  /**
   * Calls the member of this node with the time of its clock. Has no effect while the node is in no
   * fleet.
   */
  void member(ObjLongConsumer<Member> call);

  /**
   * Sends an idempotent command to the fleet, again until a coordinator answers. Does not wait for
   * the answer.
   */
  void ask(Command command);

  /**
   * Sends a command to the fleet and waits for the answer.
   *
   * @throws org.plimsoll.engine.spec.InvalidSpecException if the command is refused
   * @throws org.plimsoll.fleet.FleetUnavailableException when no coordinator answers
   */
  void require(Command command);
}
