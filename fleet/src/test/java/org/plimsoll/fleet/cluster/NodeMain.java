package org.plimsoll.fleet.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Down;
import org.plimsoll.fleet.FleetUnavailableException;
import org.plimsoll.fleet.FleetView;
import org.plimsoll.fleet.GeneratorVerdict;
import org.plimsoll.fleet.NodeIdentity;
import org.plimsoll.fleet.NodeLabels;
import org.plimsoll.fleet.NodeLoad;
import org.plimsoll.fleet.StopAnswers;
import org.plimsoll.fleet.UnknownNodeException;

/** The main class of a node in a process of its own, which tests drive by lines. */
final class NodeMain {
  private NodeMain() {}

  /** Instead of seeds: a discovery that finds this node alone at first. */
  static final String DISCOVERED = "discovered";

  private static volatile boolean hasRuns = true;

  /** Arguments: name, address, folder of the certificates, seeds or {@link #DISCOVERED}. */
  public static void main(String[] args) throws IOException {
    NodeAddress address = NodeAddress.parse("address", args[1]);
    List<String> seeds = List.of(args).subList(3, args.length);
    boolean isDiscovered = seeds.equals(List.of(DISCOVERED));
    ClusterSettings settings =
        settings(
            "trial",
            args[0],
            address,
            Path.of(args[2]),
            isDiscovered ? List.of(args[1]) : seeds,
            isDiscovered);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    ClusterFleet fleet = ClusterFleet.join(settings, load(args[0]));
    // At the end of the input, whoever started this process is gone.
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", -1);
      System.out.println(
          switch (words[0]) {
            case "view" -> text(fleet.view());
            case "stop" -> text(fleet.stopAllLoad("test"));
            case "drain" -> drain(fleet, words[1]);
            case "process" -> String.valueOf(process(fleet));
            case "remove-all" -> removeAll(fleet);
            case "found" -> {
              fleet.found(
                  List.of(words).subList(1, words.length).stream()
                      .map(each -> NodeAddress.parse("found", each))
                      .toList());
              yield "";
            }
            case "idle" -> {
              hasRuns = false;
              yield "";
            }
            default -> "?";
          });
    }
    fleet.close();
    System.exit(0);
  }

  static ClusterSettings settings(
      String fleet, String name, NodeAddress address, Path certificates, List<String> seeds) {
    return settings(fleet, name, address, certificates, seeds, false);
  }

  private static ClusterSettings settings(
      String fleet,
      String name,
      NodeAddress address,
      Path certificates,
      List<String> seeds,
      boolean isDiscovered) {
    return new ClusterSettings(
        fleet,
        address,
        seeds.stream().map(seed -> NodeAddress.parse("seed", seed)).toList(),
        new NodeIdentity(
            name,
            "http://" + address,
            "1.2.3",
            new NodeLabels("north", "dc1", "rack-" + name, "host", Map.of("disk", "a=b c"))),
        1,
        TlsFiles.in(certificates, address.host()),
        isDiscovered,
        _ -> {});
  }

  static NodeLoad load(String name) {
    return new NodeLoad() {
      @Override
      public List<String> liveRuns() {
        return hasRuns ? List.of("run-" + name) : List.of();
      }

      @Override
      public List<GeneratorVerdict> verdicts() {
        return List.of(new GeneratorVerdict("run-" + name, 0, "valid", null, 1_000L));
      }

      @Override
      public List<String> stopAllLoad() {
        return List.of("run-" + name);
      }
    };
  }

  private static String drain(ClusterFleet fleet, String node) {
    try {
      fleet.drain(node);
      return "draining";
    } catch (UnknownNodeException | FleetUnavailableException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** The number of the node's actor system; 0 while it restarts. */
  static long process(ClusterFleet fleet) {
    RunningNode running = fleet.running();
    return running == null
        ? 0
        : Cluster.get(running.system()).selfMember().uniqueAddress().longUid();
  }

  /** Makes the fleet remove all its members, this node as the last one. */
  static String removeAll(ClusterFleet fleet) {
    Cluster cluster = Cluster.get(Objects.requireNonNull(fleet.running()).system());
    List<Address> members = new ArrayList<>();
    cluster.state().getMembers().forEach(each -> members.add(each.address()));
    Address self = cluster.selfMember().address();
    members.remove(self);
    members.add(self);
    members.forEach(each -> cluster.manager().tell(new Down(each)));
    return "";
  }

  private static String text(StopAnswers answers) {
    return String.join(",", answers.stopped().stream().sorted().toList())
        + " "
        + String.join(",", answers.unreached());
  }

  /** A view in one line: {@code JOINED a a=UP b=UNREACHABLE}. */
  static String text(FleetView view) {
    StringBuilder text = new StringBuilder(view.phase().name());
    text.append(' ').append(view.coordinator());
    view.nodes()
        .forEach(node ->
            text.append(' ').append(node.identity().name()).append('=').append(node.state()));
    return text.toString();
  }
}
