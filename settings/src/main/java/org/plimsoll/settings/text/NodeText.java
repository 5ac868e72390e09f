package org.plimsoll.settings.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.HostPort;

/**
 * Parses and formats a node: {@code host[:port] [zone=…] [region=…] [healthy=false] [name=value…]},
 * separated by spaces.
 */
public final class NodeText {
  static final String ALLOWED = "host[:port] with zone=…, region=… or name=value after spaces";

  private NodeText() {}

  /**
   * Parses a node.
   *
   * @throws IllegalArgumentException if the text does not have this form
   */
  public static DiscoveredNode parse(String text) {
    String[] words = text.strip().split("\\s+", -1);
    HostPort address = HostPort.parse(words[0], 0).orElseThrow(() -> refused(text));
    Map<String, String> said = new LinkedHashMap<>();
    for (int i = 1; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      if (equals < 1
          || said.put(words[i].substring(0, equals), words[i].substring(equals + 1)) != null) {
        throw refused(text);
      }
    }
    String zone = taken(said, "zone", "");
    String region = taken(said, "region", "");
    String healthy = taken(said, "healthy", "true");
    if (!healthy.equals("true") && !healthy.equals("false")) {
      throw refused(text);
    }
    return new DiscoveredNode(
        address.host(), address.port(), zone, region, said, healthy.equals("true"));
  }

  /**
   * Parses one node per line. Blank lines and lines that start with # are ignored.
   *
   * @throws IllegalArgumentException if a line does not have this form
   */
  public static List<DiscoveredNode> lines(String text) {
    List<DiscoveredNode> nodes = new ArrayList<>();
    for (String line : text.lines().map(String::strip).toList()) {
      if (!line.isEmpty() && !line.startsWith("#")) {
        nodes.add(parse(line));
      }
    }
    return nodes;
  }

  private static String taken(Map<String, String> said, String name, String missing) {
    String value = said.remove(name);
    return value == null ? missing : value;
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException("a node must be " + ALLOWED + ", was '" + text + "'");
  }
}
