package org.plimsoll.fleet.cluster;

import java.util.function.BiConsumer;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.ActorSystem;

/**
 * Sends messages to the actors of other nodes, inside and outside the fleet. A message is lost if
 * no node answers at its address.
 *
 * @param self address of this node, which each message contains
 */
record NodeSender(ActorSystem<?> system, NodeAddress self)
    implements BiConsumer<NodeAddress, FleetMessage> {
  @Override
  public void accept(NodeAddress to, FleetMessage message) {
    String path = "pekko://" + ClusterConfig.SYSTEM + "@" + to + "/user/" + NodeActor.NAME;
    ActorRefResolver.get(system)
        .<Envelope>resolveActorRef(path)
        .tell(new Envelope(self.toString(), message));
  }
}
