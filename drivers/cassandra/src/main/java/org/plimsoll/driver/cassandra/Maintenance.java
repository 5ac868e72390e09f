package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.SettingValues;

/**
 * The hooks of a cluster: what {@code nodetool} does, on each node that is up, one after the other,
 * and changes of the schema in CQL. A server has no CQL for the former, so they use its JMX port.
 */
final class Maintenance {
  private static final Duration PATIENCE = Duration.ofHours(1);
  private static final String TAG = "plimsoll";
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,47}");
  private static final Pattern TAG_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  private static final Pattern COLUMN =
      Pattern.compile("(?<name>[A-Za-z][A-Za-z0-9_]{0,47})\\s+(?<type>[A-Za-z0-9_<>, ]+)");
  private static final Pattern INDEX =
      Pattern.compile("(?<name>[A-Za-z][A-Za-z0-9_]{0,47})(?:\\s+using\\s+'?(?<with>\\w+)'?)?");

  private final TableShape shape;
  private final DriverContext context;
  private final SettingValues settings;

  Maintenance(TableShape shape, DriverContext context) {
    this.shape = shape;
    this.context = context;
    settings = context.settings();
  }

  private String scope() {
    return shape.exists() ? "the table " + shape.rows() : "the keyspace " + shape.keyspace();
  }

  /** The hooks by name, each with a sentence. */
  Map<String, String> hooks() {
    Map<String, String> hooks = new LinkedHashMap<>();
    hooks.put("flush", "Writes the memtables of " + scope() + " to disk (nodetool flush).");
    hooks.put("compact", "Compacts " + scope() + " on each node (nodetool compact).");
    hooks.put("cleanup", "Deletes rows of " + scope() + " that nodes no longer own.");
    hooks.put("repair", "Repairs " + scope() + ": a full repair of each node's primary ranges.");
    hooks.put("snapshot", "Takes a snapshot of the keyspace; argument: its tag (plimsoll).");
    hooks.put("drop-snapshot", "Deletes a snapshot; argument: its tag (plimsoll).");
    if (shape.exists()) {
      hooks.put("add-column", "Adds a column to the table; argument: name and type (note text).");
      hooks.put("drop-column", "Drops a column of the table; argument: its name.");
      hooks.put("add-index", "Adds an index; argument: the column, such as field0 using sai.");
      hooks.put("drop-index", "Drops an index that add-index has added; argument: the column.");
    }
    hooks.put("cql", "Sends one CQL statement; argument: the statement.");
    return hooks;
  }

  /** Runs a hook and waits until all nodes have finished it. */
  String run(CqlSession session, String name, String argument) throws Exception {
    return switch (name) {
      case "add-column" -> {
        Matcher column = matched(COLUMN, name, argument, "a name and a type, such as note text");
        yield cql(
            session,
            "ALTER TABLE %s ADD %s %s"
                .formatted(shape.rows(), column.group("name"), column.group("type")));
      }
      case "drop-column" ->
          cql(session, "ALTER TABLE %s DROP %s".formatted(shape.rows(), column(name, argument)));
      case "add-index" -> {
        Matcher index = matched(INDEX, name, argument, "a column, such as field0 using sai");
        String with = index.group("with") == null ? "" : " USING '" + index.group("with") + "'";
        yield cql(
            session,
            "CREATE INDEX %s ON %s (%s)%s"
                .formatted(indexOn(index.group("name")), shape.rows(), index.group("name"), with));
      }
      case "drop-index" ->
          cql(
              session,
              "DROP INDEX %s.%s".formatted(shape.keyspace(), indexOn(column(name, argument))));
      case "cql" -> {
        if (argument.isBlank()) {
          throw new IllegalArgumentException("cql: must have a statement, had none");
        }
        yield cql(session, argument);
      }
      default -> onNodes(session, name, argument);
    };
  }

  private String indexOn(String column) {
    return shape.table() + "_" + column + "_plimsoll";
  }

  private static String column(String hook, String argument) {
    return matched(NAME, hook, argument, "the name of a column").group();
  }

  private static Matcher matched(Pattern pattern, String hook, String argument, String allowed) {
    Matcher matcher = pattern.matcher(argument);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          hook + ": must have " + allowed + " in parentheses, was '" + argument + "'");
    }
    return matcher;
  }

  private static String cql(CqlSession session, String cql) {
    var _ = session.execute(SimpleStatement.newInstance(cql).setTimeout(PATIENCE));
    return "done: " + cql;
  }

  private String onNodes(CqlSession session, String name, String argument) throws Exception {
    boolean isTagged = name.equals("snapshot") || name.equals("drop-snapshot");
    if (!isTagged && !argument.isEmpty()) {
      throw new IllegalArgumentException(
          "the hook " + name + " takes no argument, was '" + argument + "'");
    }
    String tag =
        argument.isEmpty()
            ? TAG
            : matched(TAG_NAME, name, argument, "a tag of letters, digits and hyphens").group();
    List<Node> nodes =
        session.getMetadata().getNodes().values().stream()
            .filter(node -> node.getState() == NodeState.UP)
            .toList();
    String outcome = "";
    for (Node node : nodes) {
      try (NodeManagement management = manage(node)) {
        outcome =
            switch (name) {
              case "flush" -> management.flush(shape.keyspace(), tables());
              case "compact" -> management.compact(shape.keyspace(), tables());
              case "cleanup" -> management.cleanUp(shape.keyspace(), tables());
              case "repair" -> management.repair(shape.keyspace(), tables());
              case "snapshot" -> management.snapshot(tag, shape.keyspace());
              case "drop-snapshot" -> management.dropSnapshot(tag, shape.keyspace());
              default -> throw new UnsupportedOperationException("cassandra has no hook " + name);
            };
      }
    }
    return "%s on %d %s".formatted(outcome, nodes.size(), nodes.size() == 1 ? "node" : "nodes");
  }

  private String[] tables() {
    return shape.exists() ? new String[] {shape.table()} : new String[0];
  }

  private NodeManagement manage(Node node) throws IOException {
    if (!(node.getEndPoint().resolve() instanceof InetSocketAddress address)) {
      throw new IOException("the address of the node " + node + " is unknown");
    }
    int port = Math.toIntExact(settings.get(CassandraSettings.JMX_PORT));
    InetSocketAddress its = context.resolve(new InetSocketAddress(address.getAddress(), port));
    return NodeManagement.connect(
        its.getAddress().getHostAddress(),
        its.getPort(),
        settings.get(CassandraSettings.JMX_USER),
        settings.get(CassandraSettings.JMX_PASSWORD));
  }
}
