package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Facts about the cluster for the report. */
final class Facts {
  private Facts() {}

  static Map<String, String> of(CqlSession session, TableShape shape, Schema schema) {
    Collection<Node> nodes = session.getMetadata().getNodes().values();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(
        "server",
        "Cassandra "
            + nodes.stream()
                .map(node -> String.valueOf(node.getCassandraVersion()))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", ")));
    session.getMetadata().getClusterName().ifPresent(name -> facts.put("cluster", name));
    facts.put("nodes", String.valueOf(nodes.size()));
    facts.put("datacenters", datacenters(nodes));
    session
        .getMetadata()
        .getTokenMap()
        .map(TokenMap::getPartitionerName)
        .ifPresent(name -> facts.put("partitioner", name.substring(name.lastIndexOf('.') + 1)));
    facts.put("protocol", session.getContext().getProtocolVersion().toString());
    schema
        .keyspace(session)
        .ifPresent(keyspace -> {
          Map<String, String> replication = new TreeMap<>(keyspace.getReplication());
          String strategy = Objects.requireNonNullElse(replication.remove("class"), "");
          facts.put(
              "replication", strategy.substring(strategy.lastIndexOf('.') + 1) + " " + replication);
          if (shape.exists()) {
            keyspace
                .getTable(CqlIdentifier.fromCql(shape.table()))
                .ifPresent(table -> addOptions(facts, table));
          }
        });
    return facts;
  }

  /** Number of nodes in each rack: {@code dc1 (rack1 3, rack2 3)}. */
  private static String datacenters(Collection<Node> nodes) {
    Map<String, Map<String, Integer>> racks = new TreeMap<>();
    for (Node node : nodes) {
      racks
          .computeIfAbsent(String.valueOf(node.getDatacenter()), _ -> new TreeMap<>())
          .merge(String.valueOf(node.getRack()), 1, Integer::sum);
    }
    return racks.entrySet().stream()
        .map(datacenter ->
            datacenter.getKey()
                + datacenter.getValue().entrySet().stream()
                    .map(rack -> rack.getKey() + " " + rack.getValue())
                    .collect(Collectors.joining(", ", " (", ")")))
        .collect(Collectors.joining(", "));
  }

  private static void addOptions(Map<String, String> facts, TableMetadata table) {
    for (String option : new TreeSet<>(java.util.List.of("compaction", "compression"))) {
      Object value = table.getOptions().get(CqlIdentifier.fromInternal(option));
      if (value != null) {
        facts.put(option, value.toString().replaceAll("org\\.apache\\.cassandra\\.[a-z.]+", ""));
      }
    }
  }
}
