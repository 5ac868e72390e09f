package org.plimsoll.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The nodes of a Voldemort cluster for tests, with the assignment of keys to nodes. */
final class VoldemortCluster {
  static final String METADATA = "metadata";

  private final Map<String, String> files;
  private final Map<Integer, Integer> ports = new TreeMap<>();
  private final Map<Integer, Integer> zones = new TreeMap<>();
  private final List<Integer> ring;
  private final Map<String, String> stores = new HashMap<>();

  private VoldemortCluster(String clusterXml, String storesXml) {
    files =
        Map.of("cluster.xml", clusterXml, "stores.xml", storesXml, "server.state", "NORMAL_SERVER");
    Map<Integer, Integer> partitions = new TreeMap<>();
    for (String server : all(clusterXml, "server")) {
      int node = Integer.parseInt(one(server, "id", "0"));
      ports.put(node, Integer.valueOf(one(server, "socket-port", "6666")));
      zones.put(node, Integer.valueOf(one(server, "zone-id", "0")));
      for (String partition : one(server, "partitions", "").split(",", -1)) {
        partitions.put(Integer.valueOf(partition.strip()), node);
      }
    }
    ring = List.copyOf(partitions.values());
    for (String store : all(storesXml, "store")) {
      stores.put(one(store, "name", ""), store);
    }
  }

  /** Reads {@code cluster.xml} and {@code stores.xml}. */
  static VoldemortCluster read(Path folder) throws IOException {
    return new VoldemortCluster(
        Files.readString(folder.resolve("cluster.xml")),
        Files.readString(folder.resolve("stores.xml")));
  }

  private static List<String> all(String xml, String name) {
    Matcher matcher = Pattern.compile("(?s)<" + name + ">(.*?)</" + name + ">").matcher(xml);
    return matcher.results().map(found -> found.group(1).strip()).toList();
  }

  private static String one(String xml, String name, String otherwise) {
    List<String> found = all(xml, name);
    return found.isEmpty() ? otherwise : found.getFirst();
  }

  Set<String> stores() {
    return stores.keySet();
  }

  int port(int node) {
    return Objects.requireNonNull(ports.get(node));
  }

  /** Returns a file of the metadata, or null if there is none. */
  @Nullable String metadata(String name) {
    return files.get(name);
  }

  /** Returns the nodes of a key, in the order of its ring. */
  List<Integer> owners(String store, byte[] key) {
    List<Integer> partitions = partitions(store, partition(key));
    return partitions.stream().map(ring::get).toList();
  }

  private int partition(byte[] key) {
    int hash = 0x811c9dc5;
    for (byte b : key) {
      hash = (hash ^ (b & 0xff)) * 0x01000193;
    }
    return (hash == Integer.MIN_VALUE ? Integer.MAX_VALUE : Math.abs(hash)) % ring.size();
  }

  /** Returns the partitions with a copy of the rows of one partition, each on another node. */
  private List<Integer> partitions(String store, int first) {
    String definition = stores.getOrDefault(store, "");
    Map<Integer, Integer> left = new HashMap<>();
    Matcher zoned =
        Pattern.compile("<replication-factor zone-id=\"(\\d+)\">(\\d+)<").matcher(definition);
    while (zoned.find()) {
      left.put(Integer.valueOf(zoned.group(1)), Integer.valueOf(zoned.group(2)));
    }
    boolean anyZone = left.isEmpty();
    int replicas = Integer.parseInt(one(definition, "replication-factor", "1"));
    List<Integer> found = new ArrayList<>();
    Set<Integer> seen = new LinkedHashSet<>();
    for (int i = 0; i < ring.size() && found.size() < replicas; i++) {
      int partition = (first + i) % ring.size();
      int node = ring.get(partition);
      int zone = Objects.requireNonNull(zones.get(node));
      int more = left.getOrDefault(zone, 0);
      if (seen.add(node) && (anyZone || more > 0)) {
        left.put(zone, more - 1);
        found.add(partition);
      }
    }
    return found;
  }

  /** Returns the error message of a node that does not have a key. */
  String foreign(String store, byte[] key, int node) {
    return "Client accessing key belonging to partitions %s not present at %s"
        .formatted(partitions(store, partition(key)), describe(node));
  }

  private String describe(int node) {
    List<Integer> its =
        IntStream.range(0, ring.size()).filter(each -> ring.get(each) == node).boxed().toList();
    return "Node 127.0.0.1:%d [id %d] in zone %d partitionList:%s"
        .formatted(ports.get(node), node, zones.get(node), its);
  }
}
