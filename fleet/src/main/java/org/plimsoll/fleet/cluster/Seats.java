package org.plimsoll.fleet.cluster;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.NodeLoad;

/**
 * The services that the actor of a node calls.
 *
 * @param control creates the member and the coordinator; null for membership without runs
 * @param moves lets this node join another fleet through a node of it
 * @param others the other nodes that this node knows if it was removed; null if it was not
 */
record Seats(
    NodeLoad load,
    @Nullable ControlSeat control,
    Consumer<NodeAddress> moves,
    @Nullable List<NodeAddress> others) {}
