package org.plimsoll.driver.voldemort;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.api.HostPort;
import org.w3c.dom.Element;

/**
 * The servers and zones of a cluster, from {@code cluster.xml}.
 *
 * @param nearest the other zones of each zone, nearest first
 */
record Cluster(String name, List<ClusterNode> nodes, Map<Integer, List<Integer>> nearest) {

  /** Parses the file in the form that a server returns. */
  static Cluster parse(String xml) throws IOException {
    Element root = Xml.parse("cluster.xml", xml);
    Map<Integer, List<Integer>> nearest = new LinkedHashMap<>();
    for (Element zone : Xml.children(root, "zone")) {
      nearest.put(
          Xml.number(zone, "zone-id", 0), Xml.numbers(Xml.text(zone, "proximity-list", "")));
    }
    List<ClusterNode> nodes = new ArrayList<>();
    for (Element server : Xml.children(root, "server")) {
      nodes.add(
          new ClusterNode(
              Xml.number(server, "id", -1),
              new HostPort(Xml.text(server, "host", ""), Xml.number(server, "socket-port", 6666)),
              Xml.number(server, "zone-id", 0),
              Xml.numbers(Xml.text(server, "partitions", ""))));
    }
    if (nodes.isEmpty()) {
      throw new IOException("cluster.xml: names no server");
    }
    return new Cluster(Xml.text(root, "name", ""), List.copyOf(nodes), nearest);
  }

  /**
   * Returns the cluster with another address for its server, if it has only one. The file of such a
   * cluster often contains a host name that only the server itself can resolve.
   */
  Cluster reachedAt(HostPort address) {
    return nodes.size() == 1
        ? new Cluster(name, List.of(nodes.getFirst().at(address)), nearest)
        : this;
  }

  /** Returns the node of each partition. */
  List<ClusterNode> ring() throws IOException {
    Map<Integer, ClusterNode> ring = new TreeMap<>();
    for (ClusterNode node : nodes) {
      node.partitions().forEach(partition -> ring.put(partition, node));
    }
    for (int i = 0; i < ring.size(); i++) {
      if (!ring.containsKey(i)) {
        throw new IOException("cluster.xml: no server has the partition " + i);
      }
    }
    return List.copyOf(ring.values());
  }
}
