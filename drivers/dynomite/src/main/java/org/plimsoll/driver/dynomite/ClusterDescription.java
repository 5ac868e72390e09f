package org.plimsoll.driver.dynomite;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.plimsoll.api.HostPort;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Parses the JSON in which a server describes the nodes of the cluster. */
final class ClusterDescription {
  private static final JsonMapper JSON = new JsonMapper();

  private ClusterDescription() {}

  /**
   * Parses the answer of Dynomite's admin port: datacenters, their racks, and the servers in each
   * rack. It does not contain client ports.
   *
   * @param clients converts a host with port 0 to its address for clients
   */
  static List<RingNode> ofDynomite(String json, UnaryOperator<HostPort> clients) {
    List<RingNode> nodes = new ArrayList<>();
    for (JsonNode datacenter : parse(json).path("dcs")) {
      for (JsonNode rack : datacenter.path("racks")) {
        for (JsonNode server : rack.path("servers")) {
          nodes.add(
              new RingNode(
                  clients.apply(new HostPort(server.path("host").asString(), 0)),
                  datacenter.path("name").asString(),
                  rack.path("name").asString(),
                  RingNode.token(server.path("token").asString())));
        }
      }
    }
    return nodes;
  }

  /**
   * Parses the answer of Dynomite-manager, whose endpoint is named Florida: a list of nodes.
   *
   * @param clients converts a host to its address for clients; the port is 0 if the list has none
   */
  static List<RingNode> ofFlorida(String json, UnaryOperator<HostPort> clients) {
    List<RingNode> nodes = new ArrayList<>();
    for (JsonNode node : parse(json)) {
      String ip = node.path("ip").asString("");
      String host = ip.isEmpty() ? node.path("hostname").asString() : ip;
      nodes.add(
          new RingNode(
              clients.apply(new HostPort(host, node.path("port").asInt(0))),
              node.path("dc").asString("dc"),
              node.path("rack").asString(node.path("zone").asString("")),
              RingNode.token(node.path("token").asString())));
    }
    return nodes;
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("the answer is not JSON", e);
    }
  }
}
