package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.session.Session;
import com.datastax.oss.driver.internal.core.loadbalancing.DcInferringLoadBalancingPolicy;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of the local datacenter in turn, whoever holds the key: what a client without token
 * awareness does. The driver library makes it by its name, so it is public.
 */
public final class RoundRobin extends DcInferringLoadBalancingPolicy {
  /** Has the parameters that the library passes. */
  public RoundRobin(DriverContext context, String profileName) {
    super(context, profileName);
  }

  @Override
  protected Set<Node> getReplicas(@Nullable Request request, @Nullable Session session) {
    return Set.of();
  }
}
