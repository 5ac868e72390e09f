package org.plimsoll.fleet.cluster;

import java.util.List;
import java.util.function.Consumer;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.fleet.NodeIdentity;

/**
 * How a node joins a fleet.
 *
 * @param fleet the name of the fleet: nodes of another name are refused
 * @param address address on which other nodes connect to this node
 * @param seeds nodes to join through; without any, or when this node is the first, it starts the
 *     fleet unless another seed answers
 * @param weight of its shares, at the start
 * @param isDiscovered whether a discovery finds the seeds, which may find more of them later
 * @param notices receives a sentence when this node has joined, was refused or has left
 */
public record ClusterSettings(
    String fleet,
    NodeAddress address,
    List<NodeAddress> seeds,
    NodeIdentity identity,
    int weight,
    TlsFiles tls,
    boolean isDiscovered,
    Consumer<String> notices) {
  /** The largest weight of a node. */
  public static final int WEIGHT_MAX = 1_000;

  public ClusterSettings {
    seeds = List.copyOf(seeds);
    if (!fleet.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,62}")) {
      throw new InvalidSpecException(
          "--fleet: must be a name of letters, digits, - and _, was '" + fleet + "'");
    }
  }
}
