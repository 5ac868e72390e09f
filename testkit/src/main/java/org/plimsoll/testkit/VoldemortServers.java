package org.plimsoll.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Clusters of {@link VoldemortStandIn}, each node in its own process, on loopback. */
public final class VoldemortServers {
  private static final int PARTITIONS_OF_A_NODE = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private VoldemortServers() {}

  /**
   * The definition of a store.
   *
   * @param zoneReplicas the number of copies in each zone; empty without zones
   */
  public record Store(
      String name, int replicas, int reads, int writes, Map<Integer, Integer> zoneReplicas) {
    /** Creates the definition of a store without zones. */
    public static Store of(String name, int replicas, int reads, int writes) {
      return new Store(name, replicas, reads, writes, Map.of());
    }

    String xml() {
      String zones =
          new TreeMap<>(zoneReplicas)
              .entrySet().stream()
                  .map(each ->
                      "<replication-factor zone-id=\"%d\">%d</replication-factor>"
                          .formatted(each.getKey(), each.getValue()))
                  .collect(Collectors.joining());
      String zoned =
          zones.isEmpty()
              ? ""
              : "<routing-strategy>zone-routing</routing-strategy><zone-replication-factor>"
                  + zones
                  + "</zone-replication-factor>";
      return """
      <store>
        <name>%s</name>
        <persistence>memory</persistence>
        %s
        <routing>client</routing>
        <replication-factor>%d</replication-factor>
        <required-reads>%d</required-reads>
        <required-writes>%d</required-writes>
        <key-serializer><type>identity</type></key-serializer>
        <value-serializer><type>identity</type></value-serializer>
      </store>
      """
          .formatted(name, zoned, replicas, reads, writes);
    }
  }

  /** Starts one node with one store that has one copy of each row. */
  public static RealServer startAlone(Path folder, String store)
      throws IOException, URISyntaxException {
    return start(folder, List.of(0), Store.of(store, 1, 1, 1)).getFirst();
  }

  /**
   * Starts one node with one store that has one copy of each row. Its JVM has a JMX port without a
   * login.
   */
  public static RealServer startWithJmx(Path folder, String store, int jmxPort)
      throws IOException, URISyntaxException {
    return start(
            folder,
            List.of(0),
            List.of(
                "-Dcom.sun.management.jmxremote.host=127.0.0.1",
                "-Djava.rmi.server.hostname=127.0.0.1",
                "-Dcom.sun.management.jmxremote.port=" + jmxPort,
                "-Dcom.sun.management.jmxremote.rmi.port=" + jmxPort,
                "-Dcom.sun.management.jmxremote.authenticate=false",
                "-Dcom.sun.management.jmxremote.ssl=false"),
            Store.of(store, 1, 1, 1))
        .getFirst();
  }

  /**
   * Starts a node for each element of {@code zones}.
   *
   * @param zones the zone of each node; several nodes may have the same zone
   */
  public static List<RealServer> start(Path folder, List<Integer> zones, Store... stores)
      throws IOException, URISyntaxException {
    return start(folder, zones, List.of(), stores);
  }

  private static List<RealServer> start(
      Path folder, List<Integer> zones, List<String> options, Store... stores)
      throws IOException, URISyntaxException {
    int[] ports = RealServer.freePorts(zones.size(), 10_000, 16_999);
    Files.writeString(folder.resolve("cluster.xml"), cluster(zones, ports));
    Files.writeString(
        folder.resolve("stores.xml"),
        java.util.Arrays.stream(stores)
            .map(Store::xml)
            .collect(Collectors.joining("", "<stores>", "</stores>")));
    List<RealServer> servers = new ArrayList<>();
    for (int node = 0; node < ports.length; node++) {
      servers.add(start(folder, node, ports[node], options));
    }
    return servers;
  }

  private static RealServer start(Path folder, int node, int port, List<String> options)
      throws URISyntaxException {
    Path classes =
        Path.of(VoldemortServers.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx192m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC"));
    command.addAll(options);
    command.addAll(
        List.of(
            "-cp",
            classes.toString(),
            VoldemortStandIn.class.getName(),
            folder.toString(),
            String.valueOf(node)));
    return RealServer.start(command, port, folder, () -> accepts(port), PATIENCE);
  }

  private static boolean accepts(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write("vp3".getBytes(StandardCharsets.US_ASCII));
      return socket.getInputStream().readNBytes(2).length == 2;
    }
  }

  private static String cluster(List<Integer> zones, int[] ports) {
    String others =
        zones.stream()
            .distinct()
            .map(zone ->
                "<zone><zone-id>%d</zone-id><proximity-list>%s</proximity-list></zone>\n"
                    .formatted(
                        zone,
                        zones.stream()
                            .distinct()
                            .filter(each -> !each.equals(zone))
                            .map(String::valueOf)
                            .collect(Collectors.joining(", "))))
            .collect(Collectors.joining());
    String servers =
        IntStream.range(0, ports.length)
            .mapToObj(node ->
                """
                <server>
                  <id>%d</id>
                  <host>127.0.0.1</host>
                  <socket-port>%d</socket-port>
                  <zone-id>%d</zone-id>
                  <partitions>%s</partitions>
                </server>
                """
                    .formatted(node, ports[node], zones.get(node), partitions(node)))
            .collect(Collectors.joining());
    return "<cluster><name>trial</name>" + others + servers + "</cluster>";
  }

  private static String partitions(int node) {
    return IntStream.range(node * PARTITIONS_OF_A_NODE, (node + 1) * PARTITIONS_OF_A_NODE)
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(", "));
  }
}
