package org.plimsoll.fleet.generator;

import java.util.function.ObjLongConsumer;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.fleet.control.Member;

/** What a generator's part in a run asks of the node that it is on. Never waits. */
interface FleetCalls {
  /** Calls the member of this node, with the time of its clock; lost while it is in no fleet. */
  void member(ObjLongConsumer<Member> call);

  /**
   * Gives the fleet a command that may come twice, again while no coordinator answers, and does not
   * wait for the answer.
   */
  void ask(Command command);

  /**
   * Gives the fleet a command.
   *
   * @throws org.plimsoll.engine.spec.InvalidSpecException when it is refused
   * @throws org.plimsoll.fleet.FleetUnavailableException when no coordinator answers
   */
  void require(Command command);
}
