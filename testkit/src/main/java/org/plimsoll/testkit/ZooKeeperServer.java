package org.plimsoll.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A real ZooKeeper server in its own process, on loopback. It keeps its nodes when it is killed.
 */
public final class ZooKeeperServer {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int LOWEST_PORT = 10_000;
  private static final int HIGHEST_PORT = 16_999;

  private ZooKeeperServer() {}

  /** The ports of one server. */
  private record Ports(int client, int peer, int election) {}

  /**
   * Starts a single server.
   *
   * @param root root folder of the project, which contains the server's pom
   * @param configuration additional lines of the server's configuration
   */
  public static RealServer start(Path root, Path folder, String... configuration)
      throws IOException, InterruptedException {
    return start(classPath(root), folder, ports(1).getFirst(), List.of(configuration));
  }

  /** Starts an ensemble whose servers wait for each other. */
  public static List<RealServer> startEnsemble(Path root, Path folder, int servers)
      throws IOException, InterruptedException {
    String classPath = classPath(root);
    List<Ports> all = ports(servers);
    List<String> ensemble = new ArrayList<>(List.of("initLimit=20", "syncLimit=10"));
    for (int i = 0; i < servers; i++) {
      Ports its = all.get(i);
      ensemble.add(
          "server."
              + (i + 1)
              + "=127.0.0.1:"
              + its.peer()
              + ":"
              + its.election()
              + ";127.0.0.1:"
              + its.client());
    }
    for (int i = 0; i < servers; i++) {
      Path data = Files.createDirectories(data(folder, all.get(i)));
      Files.writeString(data.resolve("myid"), String.valueOf(i + 1));
    }
    return all.parallelStream()
        .map(each -> {
          try {
            return start(classPath, folder, each, ensemble);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        })
        .toList();
  }

  private static List<Ports> ports(int servers) {
    int[] free = RealServer.freePorts(3 * servers, LOWEST_PORT, HIGHEST_PORT);
    List<Ports> ports = new ArrayList<>();
    for (int i = 0; i < free.length; i += 3) {
      ports.add(new Ports(free[i], free[i + 1], free[i + 2]));
    }
    return ports;
  }

  private static String classPath(Path root) throws IOException, InterruptedException {
    return MavenClassPath.of(root.resolve("drivers/zookeeper/src/test/servers/zookeeper/pom.xml"));
  }

  private static Path data(Path folder, Ports ports) {
    return folder.resolve("data-" + ports.client());
  }

  private static RealServer start(
      String classPath, Path folder, Ports ports, List<String> configuration) throws IOException {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "tickTime=500",
                "dataDir=" + data(folder, ports),
                "admin.enableServer=false",
                "4lw.commands.whitelist=*",
                "maxClientCnxns=0"));
    lines.addAll(configuration);
    if (configuration.stream().noneMatch(line -> line.startsWith("server."))) {
      lines.add("clientPort=" + ports.client());
      lines.add("clientPortAddress=127.0.0.1");
    }
    Path file = Files.write(folder.resolve("zoo-" + ports.client() + ".cfg"), lines);
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath,
            "org.apache.zookeeper.server.quorum.QuorumPeerMain",
            file.toString());
    return RealServer.start(
        command, ports.client(), folder, () -> serves(ports.client()), PATIENCE);
  }

  /**
   * Whether the server answers requests. It listens before it does so, and drops early requests.
   */
  private static boolean serves(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readAllBytes();
      return new String(answer, StandardCharsets.UTF_8).contains("Mode: ");
    }
  }
}
