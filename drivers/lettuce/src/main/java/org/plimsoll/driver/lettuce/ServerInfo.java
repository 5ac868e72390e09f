package org.plimsoll.driver.lettuce;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lines of {@code INFO}, in which a server describes itself. */
public record ServerInfo(Map<String, String> lines) {
  /** Parses the answer to {@code INFO}. */
  public static ServerInfo parse(String info) {
    Map<String, String> lines = new HashMap<>();
    info.lines()
        .forEach(line -> {
          int colon = line.indexOf(':');
          if (colon > 0) {
            lines.put(line.substring(0, colon), line.substring(colon + 1).strip());
          }
        });
    return new ServerInfo(Map.copyOf(lines));
  }

  public String mode() {
    return lines.getOrDefault("redis_mode", "standalone");
  }

  public boolean isCluster() {
    return mode().equals("cluster");
  }

  /**
   * Returns the facts about the target.
   *
   * @param topology the facts about the nodes of a cluster; null if the target is not a cluster
   */
  public Map<String, String> facts(String connections, @Nullable Map<String, String> topology) {
    Map<String, String> facts = new LinkedHashMap<>();
    String valkey = lines.get("valkey_version");
    facts.put(
        "server",
        valkey == null
            ? "Redis " + lines.getOrDefault("redis_version", "unknown")
            : "Valkey " + valkey);
    facts.put("mode", mode());
    if (topology != null) {
      facts.putAll(topology);
    } else {
      facts.put("nodes", "1");
      facts.put("role", lines.getOrDefault("role", "unknown"));
      facts.put("replicas", lines.getOrDefault("connected_slaves", "0"));
    }
    facts.put("maxmemory", lines.getOrDefault("maxmemory_human", "unknown"));
    facts.put("maxmemory-policy", lines.getOrDefault("maxmemory_policy", "unknown"));
    facts.put("connections", connections);
    return facts;
  }
}
