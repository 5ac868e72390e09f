package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.Node;
import org.opensearch.client.sniff.NodesSniffer;

/** Reads the list of nodes from the cluster, and reports nodes that joined or left. */
final class NodeList implements NodesSniffer {
  private final NodesSniffer cluster;
  private final AtomicReference<@Nullable Set<String>> known;
  private final Consumer<String> events;

  /**
   * Creates a list.
   *
   * @param known the nodes that this list or a previous one returned last
   */
  NodeList(
      NodesSniffer cluster, AtomicReference<@Nullable Set<String>> known, Consumer<String> events) {
    this.cluster = cluster;
    this.known = known;
    this.events = events;
  }

  @Override
  public List<Node> sniff() throws IOException {
    List<Node> nodes = cluster.sniff();
    Set<String> now = new TreeSet<>();
    nodes.stream().map(Node::getHost).map(HttpHost::toHostString).forEach(now::add);
    Set<String> before = known.getAndSet(now);
    if (before != null) {
      now.stream()
          .filter(node -> !before.contains(node))
          .forEach(node -> events.accept("node " + node + " joined"));
      before.stream()
          .filter(node -> !now.contains(node))
          .forEach(node -> events.accept("node " + node + " left"));
    }
    return nodes;
  }
}
