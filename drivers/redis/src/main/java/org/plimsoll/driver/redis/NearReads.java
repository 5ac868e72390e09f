package org.plimsoll.driver.redis;

import io.lettuce.core.ReadFrom;
import io.lettuce.core.models.role.RedisNodeDescription;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A choice of the servers for a read that prefers those in some subnets, such as the ones of the
 * generator's zone. The others follow, so that a zone without a server is no outage.
 */
final class NearReads extends ReadFrom {
  private final ReadFrom wanted;
  private final ReadFrom near;

  /**
   * Prefers servers.
   *
   * @param wanted selects masters, replicas or both
   * @param subnets the subnets in CIDR notation, at least one
   */
  NearReads(ReadFrom wanted, List<String> subnets) {
    this.wanted = wanted;
    this.near = ReadFrom.subnet(subnets.toArray(String[]::new));
  }

  @Override
  public List<RedisNodeDescription> select(Nodes nodes) {
    List<RedisNodeDescription> selected = wanted.select(nodes);
    List<RedisNodeDescription> first = new ArrayList<>(near.select(nodes));
    first.retainAll(selected);
    Collections.shuffle(first);
    List<RedisNodeDescription> ordered = new ArrayList<>(first);
    selected.stream().filter(node -> !first.contains(node)).forEach(ordered::add);
    return ordered;
  }

  @Override
  protected boolean isOrderSensitive() {
    return true;
  }
}
