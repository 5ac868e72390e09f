package org.plimsoll.driver.cassandrathrift;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.cassandra.thrift.CfDef;
import org.apache.cassandra.thrift.CqlRow;
import org.apache.cassandra.thrift.KsDef;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;

/**
 * Facts about the cluster, read when the target is opened.
 *
 * @param version the version of Cassandra; before 1.2, the version of its API
 */
record ClusterFacts(String version, String api, String name, String partitioner, String snitch) {

  /** Reads the facts. The server refuses the request if the user is not logged in. */
  static ClusterFacts read(Control control) throws IOException, TException {
    String api = control.any(client -> client.describe_version());
    return new ClusterFacts(
        version(control, api),
        api,
        control.any(client -> client.describe_cluster_name()),
        control.any(client -> client.describe_partitioner()),
        control.any(client -> client.describe_snitch()));
  }

  private static String version(Control control, String api) throws IOException, TException {
    try {
      List<CqlRow> rows =
          control.any(client -> Control.cql(client, "SELECT release_version FROM system.local"));
      return StandardCharsets.UTF_8
          .decode(rows.getFirst().getColumns().getFirst().bufferForValue())
          .toString();
    } catch (TApplicationException e) {
      return "with the API " + api;
    }
  }

  /** Returns the facts for the report. */
  Map<String, String> with(List<Node> nodes, Schema schema) throws IOException, TException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("server", "Cassandra " + version);
    facts.put("cluster", name);
    facts.put("nodes", String.valueOf(nodes.size()));
    facts.put("datacenters", datacenters(nodes));
    facts.put("partitioner", Schema.brief(partitioner));
    facts.put("snitch", Schema.brief(snitch));
    facts.put("protocol", "Thrift " + api);
    schema.keyspace().ifPresent(keyspace -> facts.put("replication", replication(keyspace)));
    schema.table().ifPresent(table -> addOptions(facts, table));
    return facts;
  }

  private static String replication(KsDef keyspace) {
    Map<String, String> options =
        keyspace.isSetStrategy_options() ? new TreeMap<>(keyspace.getStrategy_options()) : Map.of();
    return Schema.brief(keyspace.getStrategy_class()) + " " + options;
  }

  private static void addOptions(Map<String, String> facts, CfDef table) {
    facts.put("comparator", Schema.brief(table.getComparator_type()));
    facts.put(
        "compaction",
        Schema.brief(table.getCompaction_strategy())
            + " "
            + new TreeMap<>(table.getCompaction_strategy_options()));
    facts.put(
        "compression", Schema.brief(new TreeMap<>(table.getCompression_options()).toString()));
  }

  /** Counts the nodes in each rack: {@code dc1 (rack1 3, rack2 3)}. */
  private static String datacenters(List<Node> nodes) {
    Map<String, Map<String, Integer>> racks = new TreeMap<>();
    for (Node node : nodes) {
      racks
          .computeIfAbsent(
              node.datacenter().isEmpty() ? "unknown" : node.datacenter(), _ -> new TreeMap<>())
          .merge(node.rack().isEmpty() ? "unknown" : node.rack(), 1, Integer::sum);
    }
    return racks.entrySet().stream()
        .map(datacenter ->
            datacenter.getKey()
                + datacenter.getValue().entrySet().stream()
                    .map(rack -> rack.getKey() + " " + rack.getValue())
                    .collect(Collectors.joining(", ", " (", ")")))
        .collect(Collectors.joining(", "));
  }
}
