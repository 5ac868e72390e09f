package org.plimsoll.driver.dynomite;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.plimsoll.api.HostPort;

/**
 * Sets the consistency of nodes, and reads it back to check it. This is necessary because a node
 * answers {@code OK} to an invalid value, and ignores it. The consistency of a node applies to all
 * its clients.
 */
final class ConsistencyControl {
  private final AdminPort admin;
  private final int port;

  ConsistencyControl(AdminPort admin, int port) {
    this.admin = admin;
    this.port = port;
  }

  /**
   * The consistency of a node for reads and for writes, in the node's notation, such as {@code
   * DC_ONE}.
   */
  record State(String reads, String writes) {
    static State parse(String text) {
      return new State(after(text, "Read Consistency: "), after(text, "Write Consistency: "));
    }

    private static String after(String text, String label) {
      return text.lines()
          .filter(line -> line.startsWith(label))
          .map(line -> line.substring(label.length()).strip())
          .findFirst()
          .orElse("unknown");
    }
  }

  State read(RingNode node) throws IOException, InterruptedException {
    return State.parse(admin.get(at(node), "/get_consistency"));
  }

  /**
   * Sets the consistency on each node, except where a value is {@code keep}.
   *
   * @throws IOException if a node cannot be reached, or still has another value afterwards
   */
  void set(List<RingNode> nodes, Consistency reads, Consistency writes)
      throws IOException, InterruptedException {
    for (RingNode node : nodes) {
      set(node, "read", reads);
      set(node, "write", writes);
      State now = read(node);
      require(node, "read", reads, now.reads());
      require(node, "write", writes, now.writes());
    }
  }

  private void set(RingNode node, String side, Consistency wanted)
      throws IOException, InterruptedException {
    if (wanted != Consistency.KEEP) {
      String value = wanted.name().toLowerCase(Locale.ROOT);
      String _ = admin.get(at(node), "/set_consistency/" + side + "/" + value);
    }
  }

  private void require(RingNode node, String side, Consistency wanted, String found)
      throws IOException {
    if (wanted != Consistency.KEEP && !wanted.name().equalsIgnoreCase(found)) {
      throw new IOException(
          side + "-consistency: " + at(node) + " did not take " + wanted + ", it has " + found);
    }
  }

  private HostPort at(RingNode node) {
    return new HostPort(node.address().host(), port);
  }
}
