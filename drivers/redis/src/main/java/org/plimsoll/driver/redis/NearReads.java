package org.plimsoll.driver.redis;

import io.lettuce.core.ReadFrom;
import io.lettuce.core.models.role.RedisNodeDescription;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A read preference for servers in given subnets, such as those in the generator's zone. Other
 * servers are used after them, so that reads continue if the zone has no server.
 */
final class NearReads extends ReadFrom {
  private final ReadFrom wanted;
  private final ReadFrom near;

  /**
   * Creates a preference.
   *
   * @param wanted selects masters, replicas or both
   * @param subnets the subnets in CIDR notation; at least one
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
