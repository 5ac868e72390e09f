package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.session.Session;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A load balancing policy that uses the nodes of the local datacenter in turn, like a client
 * without token awareness. If a local rack is set, its nodes come first. It is public because the
 * driver library instantiates it by name.
 */
public final class RoundRobin extends RackFirst {
  /** Called by the library with these parameters. */
  public RoundRobin(DriverContext context, String profileName) {
    super(context, profileName);
  }

  @Override
  protected Set<Node> getReplicas(@Nullable Request request, @Nullable Session session) {
    return Set.of();
  }
}
