package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.config.DriverOption;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.session.Session;
import com.datastax.oss.driver.internal.core.loadbalancing.DcInferringLoadBalancingPolicy;
import com.datastax.oss.driver.internal.core.util.collection.QueryPlan;
import com.datastax.oss.driver.internal.core.util.collection.SimpleQueryPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A load balancing policy that prefers the nodes of one rack. The order is: replicas in the rack,
 * other replicas, other nodes in the rack, other nodes. Within each group, nodes keep the order of
 * the library, which avoids slow replicas. It is public because the driver library instantiates it
 * by name.
 */
public class RackFirst extends DcInferringLoadBalancingPolicy {
  /** The name of the preferred rack. If it is not set, no rack is preferred. */
  static final DriverOption LOCAL_RACK = () -> "plimsoll.local-rack";

  private static final int RANKS = 4;

  private final @Nullable String localRack;

  /** Called by the library with these parameters. */
  public RackFirst(DriverContext context, String profileName) {
    super(context, profileName);
    localRack = profile.isDefined(LOCAL_RACK) ? profile.getString(LOCAL_RACK) : null;
  }

  @Override
  public Queue<Node> newQueryPlan(@Nullable Request request, @Nullable Session session) {
    Queue<Node> plan = super.newQueryPlan(request, session);
    if (localRack == null) {
      return plan;
    }
    Set<Node> replicas = getReplicas(request, session);
    List<Node> nodes = new ArrayList<>(plan.size());
    for (Node node = plan.poll(); node != null; node = plan.poll()) {
      nodes.add(node);
    }
    List<Node> ordered = new ArrayList<>(nodes.size());
    for (int rank = 0; rank < RANKS; rank++) {
      for (Node node : nodes) {
        if (rank(node, replicas) == rank) {
          ordered.add(node);
        }
      }
    }
    return ordered.isEmpty() ? QueryPlan.EMPTY : new SimpleQueryPlan(ordered.toArray());
  }

  private int rank(Node node, Set<Node> replicas) {
    int rank = replicas.contains(node) ? 0 : 2;
    return node.getRack() != null && node.getRack().equals(localRack) ? rank : rank + 1;
  }
}
