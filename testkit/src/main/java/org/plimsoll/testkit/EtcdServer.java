package org.plimsoll.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A real etcd in its own process, on loopback, which keeps its data when it is killed. */
public final class EtcdServer {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LOWEST_PORT = 10_000;
  private static final int HIGHEST_PORT = 16_999;

  private EtcdServer() {}

  /** The ports of one member. */
  private record Ports(int client, int peer, int metrics) {
    String name() {
      return "member" + client;
    }

    String peerUrl() {
      return "http://127.0.0.1:" + peer;
    }
  }

  /**
   * Starts a cluster of one member.
   *
   * @param options further options of the server
   */
  public static RealServer start(Path folder, String... options) {
    Ports ports = ports(1).getFirst();
    return start(folder, ports, List.of(ports), "http", List.of(options));
  }

  /** Starts a cluster of one member that accepts only clients with TLS. */
  public static RealServer startWithTls(Path folder, SelfSigned made) {
    Ports ports = ports(1).getFirst();
    List<String> certificate =
        List.of("--cert-file", made.certificate().toString(), "--key-file", made.key().toString());
    return start(folder, ports, List.of(ports), "https", certificate);
  }

  /** Starts a cluster whose members wait for each other. */
  public static List<RealServer> startCluster(Path folder, int members) {
    List<Ports> all = ports(members);
    return all.parallelStream().map(each -> start(folder, each, all, "http", List.of())).toList();
  }

  private static List<Ports> ports(int members) {
    int[] free = RealServer.freePorts(3 * members, LOWEST_PORT, HIGHEST_PORT);
    List<Ports> ports = new ArrayList<>();
    for (int i = 0; i < free.length; i += 3) {
      ports.add(new Ports(free[i], free[i + 1], free[i + 2]));
    }
    return ports;
  }

  private static RealServer start(
      Path folder, Ports ports, List<Ports> all, String scheme, List<String> options) {
    String client = scheme + "://127.0.0.1:" + ports.client();
    String metrics = "http://127.0.0.1:" + ports.metrics();
    List<String> cluster = all.stream().map(each -> each.name() + "=" + each.peerUrl()).toList();
    List<String> command =
        new ArrayList<>(
            List.of(
                RealServer.binary("etcd"),
                "--name",
                ports.name(),
                "--data-dir",
                folder.resolve(ports.name()).toString(),
                "--listen-client-urls",
                client,
                "--advertise-client-urls",
                client,
                "--listen-peer-urls",
                ports.peerUrl(),
                "--initial-advertise-peer-urls",
                ports.peerUrl(),
                "--initial-cluster",
                String.join(",", cluster),
                "--listen-metrics-urls",
                metrics,
                "--heartbeat-interval",
                "50",
                "--election-timeout",
                "500"));
    command.addAll(options);
    return RealServer.start(
        command, ports.client(), folder, () -> isHealthy(metrics + "/health"), PATIENCE);
  }

  private static boolean isHealthy(String page) throws IOException {
    try (InputStream answer = URI.create(page).toURL().openStream()) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8).contains("\"true\"");
    }
  }
}
