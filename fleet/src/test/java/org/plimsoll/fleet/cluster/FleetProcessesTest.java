package org.plimsoll.fleet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.testkit.RealServer;

/** Nodes in processes of their own, which are killed and stopped. */
@Timeout(240)
class FleetProcessesTest {
  @TempDir Path folder;
  private final NodeAddress[] addresses = new NodeAddress[3];

  @BeforeEach
  void certificates() {
    Certificates.write(folder, List.of("127.0.0.1", "127.0.0.2", "127.0.0.3"), Instant.now());
    int[] ports = RealServer.freePorts(3, 17_000, 18_999);
    for (int i = 0; i < 3; i++) {
      addresses[i] = new NodeAddress("127.0.0." + (i + 1), ports[i]);
    }
  }

  private NodeProcess start(String name, int address, int... seeds) throws Exception {
    String[] texts = new String[seeds.length];
    for (int i = 0; i < seeds.length; i++) {
      texts[i] = addresses[seeds[i]].toString();
    }
    return NodeProcess.start(name, addresses[address], folder, texts);
  }

  @Test
  void aKilledCoordinatorIsReplacedAndJoinsAgainAndADrainedNodeLeaves() throws Exception {
    try (NodeProcess a = start("a", 0);
        NodeProcess b = start("b", 1, 0);
        NodeProcess c = start("c", 2, 0)) {
      awaitAll("JOINED a a=UP b=UP c=UP", a, b, c);
      awaitStop("run-a,run-c ", b);

      a.kill();
      b.awaitView(view -> view.startsWith("JOINED ") && view.contains("a=REMOVED"), "no a");
      b.awaitView(view -> view.matches("JOINED [bc] a=REMOVED b=UP c=UP"), "a coordinator");
      String coordinator = b.ask("view").substring(7, 8);
      c.awaitView("JOINED " + coordinator + " a=REMOVED b=UP c=UP");

      try (NodeProcess again = start("a", 0, 1, 2)) {
        awaitAll("JOINED " + coordinator + " a=UP b=UP c=UP", again, b, c);
        assertThat(again.ask("drain nobody"))
            .isEqualTo("node: must be the name or the address of one node, was 'nobody'");
        // A busy node may say that it has not answered in half a second.
        await()
            .atMost(NodeProcess.PATIENCE)
            .until(() -> b.ask("drain c").equals("draining") || c.ask("view").startsWith("LEFT "));
        c.awaitView(view -> view.startsWith("LEFT "), "that it has left");
        b.awaitView(view -> view.endsWith("a=UP b=UP c=REMOVED"), "that c has left");
        again.awaitView(view -> view.endsWith("a=UP b=UP c=REMOVED"), "that c has left");
      }
    }
  }

  @Test
  void aNodeThatWasRemovedSaysWhichNodesItsStopDoesNotReach() throws Exception {
    try (NodeProcess a = start("a", 0);
        NodeProcess b = start("b", 1, 0);
        NodeProcess c = start("c", 2, 0)) {
      awaitAll("JOINED a a=UP b=UP c=UP", a, b, c);
      b.freeze();
      c.freeze();
      a.awaitView(view -> view.startsWith("REJOINING "), "that it is not one of most nodes");
      assertThat(a.ask("stop")).isEqualTo(" b,c");
    }
  }

  private static void awaitAll(String view, NodeProcess... nodes) {
    for (NodeProcess each : nodes) {
      each.awaitView(view);
    }
  }

  /**
   * Stops all load, again if a node of a busy machine does not answer within the second and a half
   * for which a stop waits.
   */
  private static void awaitStop(String answer, NodeProcess node) {
    await().atMost(NodeProcess.PATIENCE).until(() -> node.ask("stop"), answer::equals);
  }

  /** Removes all nodes from the fleet, and waits until each has a new actor system. */
  private static void removeAll(NodeProcess first, NodeProcess... others) {
    List<NodeProcess> all = Stream.concat(Stream.of(first), Stream.of(others)).toList();
    List<String> before = all.stream().map(each -> each.ask("process")).toList();
    first.ask("remove-all");
    await()
        .atMost(NodeProcess.PATIENCE)
        .until(() ->
            all.stream()
                .map(each -> each.ask("process"))
                .noneMatch(each -> each.equals("0") || before.contains(each)));
  }

  @Test
  void aFleetWhoseNodesWereAllRemovedStartsAgain() throws Exception {
    try (NodeProcess a = start("a", 0);
        NodeProcess b = start("b", 1, 0);
        NodeProcess c = start("c", 2, 0)) {
      awaitAll("JOINED a a=UP b=UP c=UP", a, b, c);
      removeAll(c, a, b);
      awaitAll("JOINED a a=UP b=UP c=UP", a, b, c);
      awaitStop("run-a,run-c ", b);

      removeAll(a, b, c);
      awaitAll("JOINED a a=UP b=UP c=UP", a, b, c);
    }
  }

  @Test
  void removedNodesDoNotStartTheFleetWithoutANodeThatTheyKnow() throws Exception {
    try (NodeProcess a = start("a", 0);
        NodeProcess b = start("b", 1, 0);
        NodeProcess c = start("c", 2, 0)) {
      awaitAll("JOINED a a=UP b=UP c=UP", a, b, c);
      c.freeze();
      removeAll(a, b);
      for (int i = 0; i < 10 * Refounding.ROUNDS; i++) {
        Thread.sleep(Refounding.ROUND.dividedBy(4));
        assertThat(a.ask("view")).startsWith("REJOINING ");
        assertThat(b.ask("view")).startsWith("REJOINING ");
      }

      c.thaw();
      a.awaitView(view -> view.matches("JOINED [abc] a=UP b=UP c=UP"), "that c is back");
      String whole = a.ask("view");
      b.awaitView(whole);
      c.awaitView(whole);
    }
  }

  @Test
  void aSeedThatIsRestartedStartsTheFleetOfRemovedNodes() throws Exception {
    try (NodeProcess a = start("a", 0);
        NodeProcess b = start("b", 1, 0);
        NodeProcess c = start("c", 2, 0)) {
      awaitAll("JOINED a a=UP b=UP c=UP", a, b, c);
      a.freeze();
      removeAll(b, c);
      a.kill();
      try (NodeProcess again = start("a", 0)) {
        awaitAll("JOINED a a=UP b=UP c=UP", again, b, c);
      }
    }
  }

  private NodeProcess startDiscovered(String name, int address) throws Exception {
    return NodeProcess.start(name, addresses[address], folder, NodeMain.DISCOVERED);
  }

  /** What a discovery finds, in the order of addresses. */
  private String found(int... nodes) {
    StringBuilder line = new StringBuilder("found");
    for (int each : nodes) {
      line.append(' ').append(addresses[each]);
    }
    return line.toString();
  }

  @Test
  void fleetsThatWereFormedApartBecomeOneWhenADiscoveryFindsAll() throws Exception {
    try (NodeProcess a = startDiscovered("a", 0);
        NodeProcess b = startDiscovered("b", 1);
        NodeProcess c = startDiscovered("c", 2)) {
      b.ask(found(1, 2));
      c.ask(found(1, 2));
      for (NodeProcess each : List.of(b, c)) {
        each.awaitView(
            view -> view.matches("JOINED b b=UP c=UP"), "that two have found each other");
      }
      a.awaitView("JOINED a a=UP");

      // The fleet of one node has runs, so that of two joins it when their own runs have ended.
      b.ask("idle");
      c.ask("idle");
      for (NodeProcess each : List.of(a, b, c)) {
        each.ask(found(0, 1, 2));
      }
      awaitAll("JOINED a a=UP b=UP c=UP", a, b, c);
    }
  }

  @Test
  void aStoppedNodeIsRemovedAndJoinsAgainWhenItContinues() throws Exception {
    try (NodeProcess a = start("a", 0);
        NodeProcess b = start("b", 1, 0);
        NodeProcess c = start("c", 2, 0)) {
      awaitAll("JOINED a a=UP b=UP c=UP", a, b, c);
      // The coordinator, on the oldest node: the worst case.
      a.freeze();
      b.awaitView(view -> view.matches("JOINED [bc] a=REMOVED b=UP c=UP"), "that a is lost");
      awaitStop("run-c ", b);

      a.thaw();
      for (NodeProcess each : List.of(a, b, c)) {
        each.awaitView(view -> view.matches("JOINED [bc] a=UP b=UP c=UP"), "that a is back");
      }
    }
  }
}
