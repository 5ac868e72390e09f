package org.plimsoll.driver.evcache;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;

/** Reads {@code stats} from the nodes and deletes their keys, over separate connections. */
final class NodeStats {
  private static final int NAME = 1;
  private static final int VALUE = 2;

  private final DriverContext context;
  private final int patienceMillis;

  NodeStats(DriverContext context, int patienceMillis) {
    this.context = context;
    this.patienceMillis = patienceMillis;
  }

  /**
   * Reads a group of statistics from all nodes.
   *
   * @param group the group; empty for the general statistics
   * @throws IOException if a node does not answer as Memcached; the message is one sentence
   */
  Map<String, Map<String, String>> readAll(Zones zones, String group) throws IOException {
    Map<String, Map<String, String>> nodes = new TreeMap<>();
    for (Zone zone : zones.all()) {
      for (HostPort node : zone.nodes()) {
        try {
          nodes.put(zone.name() + "/" + node, read(node, group));
        } catch (IOException e) {
          throw Failures.unusable(node, patienceMillis, e);
        }
      }
    }
    return nodes;
  }

  /**
   * Reads the general statistics of the nodes that answer.
   *
   * @throws IOException if no node answers
   */
  Map<String, Map<String, String>> readAvailable(Zones zones) throws IOException {
    Map<String, Map<String, String>> nodes = new TreeMap<>();
    IOException last = null;
    for (Zone zone : zones.all()) {
      for (HostPort node : zone.nodes()) {
        try {
          nodes.put(zone.name() + "/" + node, read(node, ""));
        } catch (IOException e) {
          // If a zone is lost, the others continue.
          last = Failures.unusable(node, patienceMillis, e);
        }
      }
    }
    if (nodes.isEmpty() && last != null) {
      throw last;
    }
    return nodes;
  }

  private Map<String, String> read(HostPort node, String group) throws IOException {
    Map<String, String> lines = new HashMap<>();
    String request = group.isEmpty() ? "stats" : "stats " + group;
    for (String line : ask(node, request, "END")) {
      String[] parts = line.split(" ", 3);
      if (parts.length > VALUE && parts[0].equals("STAT")) {
        lines.put(parts[NAME], parts[VALUE]);
      }
    }
    return lines;
  }

  /** Deletes all keys of nodes. */
  void empty(List<HostPort> nodes) throws IOException {
    for (HostPort node : nodes) {
      try {
        var _ = ask(node, "flush_all", "OK");
      } catch (IOException e) {
        throw Failures.unusable(node, patienceMillis, e);
      }
    }
  }

  /** Sends a request of the text protocol, and returns the lines before the line {@code last}. */
  private List<String> ask(HostPort node, String request, String last) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(ZoneList.resolved(context, node), patienceMillis);
      socket.setSoTimeout(patienceMillis);
      socket.getOutputStream().write((request + "\r\n").getBytes(StandardCharsets.US_ASCII));
      BufferedReader answer =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      List<String> lines = new ArrayList<>();
      while (true) {
        String line = answer.readLine();
        if (line == null || (!line.equals(last) && !line.startsWith("STAT "))) {
          throw new IOException("the answer is not in the protocol of Memcached");
        }
        if (line.equals(last)) {
          return lines;
        }
        lines.add(line);
      }
    }
  }
}
