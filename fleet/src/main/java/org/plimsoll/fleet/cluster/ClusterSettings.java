package org.plimsoll.fleet.cluster;

import java.util.List;
import java.util.function.Consumer;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.fleet.NodeIdentity;

/**
 * The settings with which a node joins a fleet.
 *
 * @param fleet the name of the fleet; nodes with another name are rejected
 * @param address address on which other nodes connect to this node
 * @param seeds nodes to join through; the node starts a fleet if there are none, or if it is the
 *     first of them and no other one answers
 * @param weight initial weight of the node's share
 * @param isDiscovered whether a discovery supplies the seeds and may find more of them later
 * @param notices receives a sentence when this node has joined, was rejected or has left
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
  /** The maximum weight of a node. */
  public static final int WEIGHT_MAX = 1_000;

  public ClusterSettings {
    seeds = List.copyOf(seeds);
    if (!fleet.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,62}")) {
      throw new InvalidSpecException(
          "--fleet: must be a name of letters, digits, - and _, was '" + fleet + "'");
    }
  }
}
