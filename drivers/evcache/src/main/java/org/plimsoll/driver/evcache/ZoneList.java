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
 * Supplies the client with the nodes of each zone. The client requests the nodes at each refresh,
 * and opens the connections itself. Therefore, the addresses are checked with the engine at each
 * refresh.
 */
final class ZoneList implements EVCacheNodeList {
  /** The name that the client uses for its own zone if its environment has none. */
  private static final String UNKNOWN = "GLOBAL";

  private final DriverContext context;
  private final Zones zones;
  private volatile boolean open;

  ZoneList(DriverContext context, Zones zones) {
    this.context = context;
    this.zones = zones;
  }

  /** Makes the zones available. The client asks all of them while it is created, and waits. */
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
   * Returns the address of a node, which the engine has checked. It keeps the host as it was
   * written, because the client uses it to place the node on its ring. Otherwise, the client would
   * look up the host name of the address.
   */
  static InetSocketAddress resolved(DriverContext context, HostPort node) throws IOException {
    InetAddress found = context.resolve(node.host(), node.port())[0];
    return new InetSocketAddress(
        InetAddress.getByAddress(node.host(), found.getAddress()), node.port());
  }

  /**
   * Returns the name of a zone for the client. The client reads the name of its own zone from the
   * environment of the process. The local zone therefore gets that name, and no other zone has it.
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
