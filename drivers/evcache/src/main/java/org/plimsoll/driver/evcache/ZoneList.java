package org.plimsoll.driver.evcache;

import com.netflix.evcache.pool.EVCacheNodeList;
import com.netflix.evcache.pool.EVCacheServerGroupConfig;
import com.netflix.evcache.pool.ServerGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;

/**
 * Tells the client the nodes of each zone. It asks at each refresh, so the engine checks the
 * addresses then; the client connects to them by itself.
 */
final class ZoneList implements EVCacheNodeList {
  /** The client's own zone if its environment has none. */
  private static final String UNKNOWN = "GLOBAL";

  private final DriverContext context;
  private final Zones zones;
  private volatile boolean open;

  ZoneList(DriverContext context, Zones zones) {
    this.context = context;
    this.zones = zones;
  }

  /** From now on, there are zones. The client asks all of them while it is created, and waits. */
  void open() {
    open = true;
  }

  @Override
  public Map<ServerGroup, EVCacheServerGroupConfig> discoverInstances(String app)
      throws IOException {
    Map<ServerGroup, EVCacheServerGroupConfig> groups = new LinkedHashMap<>();
    for (Zone zone : open ? zones.all() : List.<Zone>of()) {
      Set<InetSocketAddress> addresses = new HashSet<>();
      for (HostPort node : zone.nodes()) {
        addresses.add(resolved(context, node));
      }
      ServerGroup group = new ServerGroup(zoneOf(zone), zone.name());
      groups.put(group, new EVCacheServerGroupConfig(group, addresses, 0, 0, 0));
    }
    return groups;
  }

  /**
   * The address of a node that the engine allows. It has the host as it was written: the client
   * places the node on its ring by that name, and would otherwise look it up.
   */
  static InetSocketAddress resolved(DriverContext context, HostPort node) throws IOException {
    InetAddress found = context.resolve(node.host(), node.port())[0];
    return new InetSocketAddress(
        InetAddress.getByAddress(node.host(), found.getAddress()), node.port());
  }

  /**
   * The zone as the client sees it. It takes its own zone from the environment of the process, so
   * the local one gets that name, and no other has it.
   */
  private String zoneOf(Zone zone) {
    String own = ownZone();
    if (zone.name().equals(zones.local())) {
      return own;
    }
    return zone.name().equals(own) ? "other-" + own : zone.name();
  }

  private static String ownZone() {
    String variable = System.getenv(Zones.VARIABLE);
    return variable == null ? System.getProperty(Zones.VARIABLE, UNKNOWN) : variable;
  }
}
