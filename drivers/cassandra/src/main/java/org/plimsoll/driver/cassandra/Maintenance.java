package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plimsoll.api.DriverContext;
import org.plimsoll.driver.cassandrashared.NodeHooks;

/** The hooks for a cluster: tasks of {@code nodetool}, and schema changes in CQL. */
final class Maintenance {
  private static final Duration PATIENCE = Duration.ofHours(1);
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,47}");
  private static final Pattern COLUMN =
      Pattern.compile("(?<name>[A-Za-z][A-Za-z0-9_]{0,47})\\s+(?<type>[A-Za-z0-9_<>, ]+)");
  private static final Pattern INDEX =
      Pattern.compile("(?<name>[A-Za-z][A-Za-z0-9_]{0,47})(?:\\s+using\\s+'?(?<with>\\w+)'?)?");

  private final TableShape shape;
  private final NodeHooks nodes;

  Maintenance(TableShape shape, DriverContext context) {
    this.shape = shape;
    List<String> tables = shape.exists() ? List.of(shape.table()) : List.of();
    nodes = new NodeHooks(context, shape.keyspace(), tables, true);
  }

  /** Returns the hooks by name, each with a description of one sentence. */
  Map<String, String> hooks() {
    Map<String, String> hooks = new LinkedHashMap<>(nodes.hooks());
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
    List<InetSocketAddress> up = new ArrayList<>();
    for (Node node : session.getMetadata().getNodes().values()) {
      if (node.getState() != NodeState.UP) {
        continue;
      }
      if (!(node.getEndPoint().resolve() instanceof InetSocketAddress address)) {
        throw new IOException("the address of the node " + node + " is unknown");
      }
      up.add(address);
    }
    return nodes.run(name, argument, up);
  }
}
