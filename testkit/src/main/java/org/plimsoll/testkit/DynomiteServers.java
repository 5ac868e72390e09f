package org.plimsoll.testkit;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Rings of {@link DynomiteServer}s for tests. Each node is in front of a real Redis. */
public final class DynomiteServers implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<RealServer> redis;
  private final List<DynomiteServer> nodes;

  private DynomiteServers(List<RealServer> redis, List<DynomiteServer> nodes) {
    this.redis = redis;
    this.nodes = nodes;
  }

  /**
   * Starts a ring in this process. Its nodes listen on 127.0.0.2 and the following addresses. All
   * have the same port for clients, and the same port for HTTP.
   *
   * @param places the datacenter, rack and token of each node, such as {@code dc1/rack1/0}
   */
  public static DynomiteServers start(Path folder, String... places) throws IOException {
    List<RealServer> redis = new ArrayList<>();
    List<DynomiteNode> ring = new ArrayList<>();
    int[] ports = RealServer.freePorts(2, 10_000, 16_999);
    for (int i = 0; i < places.length; i++) {
      RealServer storage = RedisServers.start(Files.createDirectories(folder.resolve("redis" + i)));
      redis.add(storage);
      ring.add(
          DynomiteNode.parse(
              String.join(
                  "/",
                  "127.0.0." + (i + 2),
                  String.valueOf(ports[0]),
                  String.valueOf(ports[1]),
                  String.valueOf(storage.port()),
                  places[i])));
    }
    List<DynomiteServer> nodes = ring.stream().map(node -> new DynomiteServer(ring, node)).toList();
    nodes.forEach(DynomiteServer::start);
    return new DynomiteServers(redis, nodes);
  }

  /** Starts a ring of one node in a separate process, on 127.0.0.1 with the given HTTP port. */
  public static RealServer startAlone(Path folder, int redisPort, int adminPort) {
    int port = RealServer.freePort();
    DynomiteNode node =
        new DynomiteNode("127.0.0.1", port, adminPort, redisPort, "dc1", "rack1", 0);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        List.of(
            java,
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classes(),
            DynomiteServer.class.getName(),
            "0",
            node.toString());
    return RealServer.start(
        command,
        port,
        folder,
        () -> RealServer.listens(port) && RealServer.listens(adminPort),
        PATIENCE);
  }

  private static String classes() {
    try {
      return Path.of(
              DynomiteServer.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  public List<DynomiteServer> nodes() {
    return nodes;
  }

  /** Returns the Redis of a node. */
  public RealServer redis(int node) {
    return redis.get(node);
  }

  public int clientPort() {
    return nodes.getFirst().node().clientPort();
  }

  public int adminPort() {
    return nodes.getFirst().node().adminPort();
  }

  /** Returns the address of a node for clients. */
  public String address(int node) {
    return nodes.get(node).node().host() + ":" + clientPort();
  }

  @Override
  public void close() {
    nodes.forEach(DynomiteServer::close);
    redis.forEach(RealServer::close);
  }
}
