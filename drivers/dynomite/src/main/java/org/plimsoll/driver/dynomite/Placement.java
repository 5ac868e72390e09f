package org.plimsoll.driver.dynomite;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.plimsoll.api.HostPort;

/**
 * The position of a node in the ring, as a user writes it: {@code rack/token} or {@code
 * datacenter/rack/token}.
 *
 * @param datacenter the datacenter; {@code dc} if the text has none
 */
record Placement(String datacenter, String rack, long token) {
  static final String FORM =
      "rack/token or datacenter/rack/token for each address, separated by commas";

  static List<Placement> parseAll(String text) {
    return text.isBlank()
        ? List.of()
        : Stream.of(text.split(",", -1)).map(each -> parse(each.strip())).toList();
  }

  private static Placement parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length < 2 || parts.length > 3 || Stream.of(parts).anyMatch(String::isBlank)) {
      throw new IllegalArgumentException("must be " + FORM);
    }
    return new Placement(
        parts.length == 3 ? parts[0] : "dc",
        parts[parts.length - 2],
        RingNode.token(parts[parts.length - 1]));
  }

  private RingNode at(HostPort address) {
    return new RingNode(address, datacenter, rack, token);
  }

  /** Creates nodes from addresses and their placements, which are in the same order. */
  static List<RingNode> nodes(List<HostPort> addresses, List<Placement> placements) {
    if (addresses.size() != placements.size()) {
      throw new IllegalArgumentException(
          "placement: must be "
              + FORM
              + ", had "
              + placements.size()
              + " for "
              + addresses.size()
              + " addresses");
    }
    List<RingNode> nodes = new ArrayList<>();
    for (int i = 0; i < addresses.size(); i++) {
      nodes.add(placements.get(i).at(addresses.get(i)));
    }
    return nodes;
  }

  /**
   * Parses lines of {@code host[:port] placement}. Empty lines and lines that start with # are
   * ignored.
   */
  static List<RingNode> lines(List<String> lines, int defaultPort) {
    List<RingNode> nodes = new ArrayList<>();
    for (String line : lines) {
      String text = line.strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      String[] parts = text.split("\\s+", -1);
      if (parts.length != 2) {
        throw malformed(text);
      }
      HostPort address = HostPort.parse(parts[0], defaultPort).orElseThrow(() -> malformed(text));
      nodes.add(parse(parts[1]).at(address));
    }
    return nodes;
  }

  private static IllegalArgumentException malformed(String line) {
    return new IllegalArgumentException(
        "topology-file: each line must be host[:port] datacenter/rack/token, was '" + line + "'");
  }
}
