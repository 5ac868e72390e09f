package org.plimsoll.driver.dynomite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.api.SettingValues;

/** Reads the nodes of the ring from the source in the settings. */
final class TopologySource {
  private static final String FLORIDA_PATH = "/REST/v1/admin/cluster_describe";

  private final SettingValues settings;
  private final AdminPort admin;
  private volatile DynomiteAddress address;

  TopologySource(DynomiteAddress address, SettingValues settings, AdminPort admin) {
    this.address = address;
    this.settings = settings;
    this.admin = admin;
  }

  /** Replaces the addresses with those that discovery has found. */
  void change(List<HostPort> nodes) {
    address = new DynomiteAddress(List.copyOf(nodes));
  }

  /** Whether the ring may have changed when it is read again. */
  boolean changes() {
    TopologyFrom from = settings.get(DynomiteSettings.TOPOLOGY);
    return from == TopologyFrom.DESCRIBE || from == TopologyFrom.FLORIDA;
  }

  /**
   * Reads the ring.
   *
   * @throws IOException if this fails; the message is one sentence with the address
   */
  Ring read() throws IOException, InterruptedException {
    DynomiteAddress current = address;
    List<RingNode> nodes =
        switch (settings.get(DynomiteSettings.TOPOLOGY)) {
          case PLACEMENT ->
              Placement.nodes(current.nodes(), settings.get(DynomiteSettings.PLACEMENT));
          case FILE -> file(current);
          case DESCRIBE, FLORIDA -> asked(current);
        };
    return Ring.of(
        nodes,
        current.nodes().getFirst(),
        settings.get(DynomiteSettings.DATACENTER),
        settings.get(DynomiteSettings.RACK),
        settings.get(DynomiteSettings.FAILOVER));
  }

  private List<RingNode> file(DynomiteAddress current) throws IOException {
    String file = settings.get(DynomiteSettings.TOPOLOGY_FILE);
    if (file.isEmpty()) {
      throw new IllegalArgumentException("topology-file: must be a file if topology is file");
    }
    return Placement.lines(Files.readAllLines(Path.of(file)), current.nodes().getFirst().port());
  }

  /** Asks the nodes one after the other, until one answers. */
  private List<RingNode> asked(DynomiteAddress current) throws IOException, InterruptedException {
    IOException first = null;
    for (HostPort node : current.nodes()) {
      try {
        return asked(current, node);
      } catch (RefusedAddressException e) {
        throw e;
      } catch (IOException | IllegalArgumentException e) {
        if (first == null) {
          first = new IOException(node + " does not describe its ring: " + e.getMessage(), e);
        }
      }
    }
    throw first == null ? new IOException("dynomite: no address") : first;
  }

  private List<RingNode> asked(DynomiteAddress current, HostPort node)
      throws IOException, InterruptedException {
    if (settings.get(DynomiteSettings.TOPOLOGY) == TopologyFrom.FLORIDA) {
      int port = Math.toIntExact(settings.get(DynomiteSettings.FLORIDA_PORT));
      String json = admin.get(new HostPort(node.host(), port), FLORIDA_PATH);
      return ClusterDescription.ofFlorida(json, current::client);
    }
    int port = Math.toIntExact(settings.get(DynomiteSettings.ADMIN_PORT));
    String json = admin.get(new HostPort(node.host(), port), "/cluster_describe");
    return ClusterDescription.ofDynomite(json, current::client);
  }
}
