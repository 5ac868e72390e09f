package org.plimsoll.driver.cassandrashared;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.plimsoll.api.DriverContext;

/**
 * Hooks for maintenance tasks of {@code nodetool}. A hook runs on each node that is up, one node
 * after the other. It uses the JMX port of the node, because the client protocols have no such
 * requests.
 */
public final class NodeHooks {
  private static final String TAG = "plimsoll";
  private static final Pattern TAG_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  private static final String REPAIR = "repair";

  private final DriverContext context;
  private final String keyspace;
  private final List<String> tables;
  private final boolean repairs;

  /**
   * Creates the hooks for a keyspace.
   *
   * @param tables the tables that the hooks process; empty: all tables of the keyspace
   * @param repairs whether to add a hook for repairs, which needs Cassandra 4.0
   */
  public NodeHooks(DriverContext context, String keyspace, List<String> tables, boolean repairs) {
    this.context = context;
    this.keyspace = keyspace;
    this.tables = List.copyOf(tables);
    this.repairs = repairs;
  }

  /** Returns the hooks by name, each with a description of one sentence. */
  public Map<String, String> hooks() {
    String scope =
        tables.isEmpty()
            ? "the keyspace " + keyspace
            : "the table " + keyspace + "." + tables.getFirst();
    Map<String, String> hooks = new LinkedHashMap<>();
    hooks.put("flush", "Writes the memtables of " + scope + " to disk (nodetool flush).");
    hooks.put("compact", "Compacts " + scope + " on each node (nodetool compact).");
    hooks.put("cleanup", "Deletes rows of " + scope + " that nodes no longer own.");
    if (repairs) {
      hooks.put(REPAIR, "Repairs " + scope + ": a full repair of each node's primary ranges.");
    }
    hooks.put("snapshot", "Takes a snapshot of the keyspace; argument: its tag (plimsoll).");
    hooks.put("drop-snapshot", "Deletes a snapshot; argument: its tag (plimsoll).");
    return hooks;
  }

  /**
   * Runs a hook and waits until all nodes have finished it.
   *
   * @param nodes the nodes that are up; their ports are ignored
   */
  public String run(String name, String argument, List<InetSocketAddress> nodes)
      throws IOException, InterruptedException {
    if (!hooks().containsKey(name)) {
      throw new UnsupportedOperationException("this driver has no hook " + name);
    }
    boolean isTagged = name.equals("snapshot") || name.equals("drop-snapshot");
    if (!isTagged && !argument.isEmpty()) {
      throw new IllegalArgumentException(
          "the hook " + name + " takes no argument, was '" + argument + "'");
    }
    String tag = argument.isEmpty() ? TAG : argument;
    if (!TAG_NAME.matcher(tag).matches()) {
      throw new IllegalArgumentException(
          name
              + ": must have a tag of letters, digits and hyphens in parentheses, was '"
              + argument
              + "'");
    }
    String outcome = "";
    for (InetSocketAddress node : nodes) {
      try (NodeManagement management = manage(node)) {
        outcome = run(management, name, tag);
      }
    }
    return "%s on %d %s".formatted(outcome, nodes.size(), nodes.size() == 1 ? "node" : "nodes");
  }

  private String run(NodeManagement management, String name, String tag)
      throws IOException, InterruptedException {
    String[] its = tables.toArray(String[]::new);
    return switch (name) {
      case "flush" -> management.flush(keyspace, its);
      case "compact" -> management.compact(keyspace, its);
      case "cleanup" -> management.cleanUp(keyspace, its);
      case REPAIR -> management.repair(keyspace, its);
      case "snapshot" -> management.snapshot(tag, keyspace);
      default -> management.dropSnapshot(tag, keyspace);
    };
  }

  private NodeManagement manage(InetSocketAddress node) throws IOException {
    int port = Math.toIntExact(context.settings().get(JmxSettings.PORT));
    return NodeManagement.connect(
        context,
        node.isUnresolved()
            ? InetSocketAddress.createUnresolved(node.getHostString(), port)
            : new InetSocketAddress(node.getAddress(), port));
  }
}
