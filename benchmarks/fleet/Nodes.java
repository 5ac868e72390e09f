import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.fleet.NodeIdentity;
import org.plimsoll.fleet.NodeLabels;
import org.plimsoll.fleet.cluster.ClusterFleet;
import org.plimsoll.fleet.cluster.ClusterSettings;
import org.plimsoll.fleet.cluster.NodeAddress;
import org.plimsoll.fleet.cluster.TlsFiles;
import org.plimsoll.fleet.generator.FleetRuns;
import org.plimsoll.server.PlimsollServer;
import org.plimsoll.server.ServerSettings;
import org.plimsoll.server.run.FleetPart;
import org.plimsoll.server.run.LiveRuns;

/**
 * Nodes of a fleet in one process. Each has what {@code plimsoll serve} gives to a node: a server,
 * runs, an actor system and a certificate. Node K serves its page at 127.0.0.1:(PORT + K), and
 * other nodes connect to it at 127.0.0.K:PORT. All servers start first, as generators without a
 * fleet. Then as many nodes join as the file {@code joins} in the folder says. The process ends
 * itself when its time is over.
 *
 * <p>Arguments: first K, number of nodes, PORT, folder with {@code certificates}, folder of the
 * drivers, maximum seconds.
 */
final class Nodes {
  private static final int LIVE_MAX = 16;
  private static final long POLL_MILLIS = 200;

  private final int port;
  private final Path folder;

  /** A server that has not joined yet. */
  private record Alone(int number, LiveRuns runs, FleetPart part, PlimsollServer server) {}

  private Nodes(int port, Path folder) {
    this.port = port;
    this.folder = folder;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[5]));
    int first = Integer.parseInt(args[0]);
    int count = Integer.parseInt(args[1]);
    Nodes nodes = new Nodes(Integer.parseInt(args[2]), Path.of(args[3]));
    Drivers drivers = Drivers.in(List.of(Path.of(args[4])));
    List<Alone> servers = new ArrayList<>();
    for (int number = first; number < first + count; number++) {
      servers.add(nodes.serve(number, drivers));
    }
    System.out.println("serving " + count);
    int joined = 0;
    while (System.nanoTime() - endNanos < 0) {
      for (; joined < Math.min(nodes.wanted(), count); joined++) {
        nodes.join(servers.get(joined));
        System.out.println("joining " + (joined + 1));
      }
      Thread.sleep(joined < count ? POLL_MILLIS : TimeUnit.SECONDS.toMillis(10));
    }
    System.exit(0);
  }

  private int wanted() throws IOException {
    Path file = folder.resolve("joins");
    return Files.exists(file) ? Integer.parseInt(Files.readString(file).strip()) : 0;
  }

  private Path runsOf(int number) {
    return folder.resolve("runs").resolve("node-" + number);
  }

  private Alone serve(int number, Drivers drivers) throws IOException {
    Path own = Files.createDirectories(runsOf(number));
    LiveRuns runs = new LiveRuns(drivers, own, LIVE_MAX);
    FleetPart part = new FleetPart(runs);
    PlimsollServer server = PlimsollServer.start(ServerSettings.local(port + number), runs);
    return new Alone(number, runs, part, server);
  }

  /** Joins as {@code ServeCommand} does. */
  private void join(Alone alone) {
    FleetRuns directed = new FleetRuns(alone.part(), runsOf(alone.number()).resolve(".fleet"));
    ClusterFleet fleet = ClusterFleet.join(settings(alone), alone.runs(), directed);
    directed.joins(fleet);
    alone.runs().join(directed);
    alone.server().join(fleet, directed);
    alone.part().writes(alone.server().generators());
  }

  private ClusterSettings settings(Alone alone) {
    int number = alone.number();
    NodeAddress address = new NodeAddress("127.0.0." + number, port);
    String rack = "rack-" + (number % 6 + 1);
    return new ClusterSettings(
        "bench",
        address,
        List.of(new NodeAddress("127.0.0.1", port)),
        new NodeIdentity(
            "node-" + number,
            alone.server().address(),
            PlimsollServer.version(),
            new NodeLabels(null, "dc-" + (number % 3 + 1), rack, "host-" + number, Map.of())),
        1,
        TlsFiles.in(folder.resolve("certificates"), address.host()),
        false,
        _ -> {});
  }
}
