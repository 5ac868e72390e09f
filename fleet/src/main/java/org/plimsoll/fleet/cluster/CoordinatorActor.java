package org.plimsoll.fleet.cluster;

import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * The actor of the coordinator. The fleet has one instance, on the node that has been a member for
 * the longest time.
 */
final class CoordinatorActor {
  private CoordinatorActor() {}

  /** A message to the coordinator. */
  interface Command {}

  /**
   * Creates the coordinator on this node.
   *
   * @param node actor of the same node, which announces the coordinator
   */
  static Behavior<Command> on(ActorRef<NodeCommand> node) {
    return Behaviors.setup(_ -> {
      node.tell(new NodeCommand.CoordinatorMoved(true));
      return Behaviors.receive(Command.class)
          .onSignal(
              PostStop.class,
              _ -> {
                node.tell(new NodeCommand.CoordinatorMoved(false));
                return Behaviors.same();
              })
          .build();
    });
  }
}
