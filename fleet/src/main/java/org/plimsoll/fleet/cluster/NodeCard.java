package org.plimsoll.fleet.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.NodeIdentity;
import org.plimsoll.fleet.NodeLabels;

/**
 * Encodes a node's identity as roles of a cluster member. All members know the roles of the others,
 * so the list of nodes needs no further messages.
 */
final class NodeCard {
  private static final String NAME = "name";
  private static final String PAGE = "page";
  private static final String VERSION = "version";
  private static final String REGION = "region";
  private static final String DATACENTER = "datacenter";
  private static final String RACK = "rack";
  private static final String HOST = "host";
  private static final String LABEL = "label.";

  private NodeCard() {}

  static List<String> roles(NodeIdentity identity) {
    List<String> roles = new ArrayList<>();
    add(roles, NAME, identity.name());
    add(roles, PAGE, identity.page());
    add(roles, VERSION, identity.version());
    NodeLabels labels = identity.labels();
    add(roles, REGION, labels.region());
    add(roles, DATACENTER, labels.datacenter());
    add(roles, RACK, labels.rack());
    add(roles, HOST, labels.host());
    labels.others().forEach((key, value) -> add(roles, LABEL + key, value));
    return roles;
  }

  private static void add(List<String> roles, String key, @Nullable String value) {
    if (value != null) {
      roles.add(key + "=" + value);
    }
  }

  /**
   * Decodes an identity.
   *
   * @param address name of the node if the roles contain none
   */
  static NodeIdentity of(Set<String> roles, NodeAddress address) {
    Map<String, String> texts = new HashMap<>();
    Map<String, String> others = new HashMap<>();
    for (String role : roles) {
      int equals = role.indexOf('=');
      if (equals > 0 && role.startsWith(LABEL)) {
        others.put(role.substring(LABEL.length(), equals), role.substring(equals + 1));
      } else if (equals > 0) {
        texts.put(role.substring(0, equals), role.substring(equals + 1));
      }
    }
    return new NodeIdentity(
        texts.getOrDefault(NAME, address.toString()),
        texts.getOrDefault(PAGE, ""),
        texts.getOrDefault(VERSION, ""),
        new NodeLabels(
            texts.get(REGION), texts.get(DATACENTER), texts.get(RACK), texts.get(HOST), others));
  }
}
