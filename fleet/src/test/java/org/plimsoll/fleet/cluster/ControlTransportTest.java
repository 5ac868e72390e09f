package org.plimsoll.fleet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.KeptBounds;
import org.plimsoll.engine.spec.FleetSpec;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.fleet.control.Coordinator;
import org.plimsoll.fleet.control.FleetMessage;
import org.plimsoll.fleet.control.ItemStore;
import org.plimsoll.fleet.control.JournalEntry;
import org.plimsoll.fleet.control.LocalRuns;
import org.plimsoll.fleet.control.Member;
import org.plimsoll.fleet.control.MemberState;
import org.plimsoll.fleet.control.Node;
import org.plimsoll.fleet.control.Outbox;
import org.plimsoll.fleet.control.Proposal;
import org.plimsoll.fleet.control.RunPolicy;
import org.plimsoll.fleet.control.RunState;
import org.plimsoll.fleet.control.SecondsStore;
import org.plimsoll.fleet.control.Share;
import org.plimsoll.fleet.control.StreamItem;
import org.plimsoll.fleet.control.Term;
import org.plimsoll.fleet.control.Timings;
import org.plimsoll.testkit.RealServer;

/** Coordinators and members exchange their messages over the cluster. */
@Timeout(240)
class ControlTransportTest {
  private static final Term TERM = new Term(3, "a#1");
  private static final byte[] BYTES = {1, 2, 3};
  private static final List<Share> SHARES = List.of(new Share(0, 1), new Share(1, 2));
  private static final Proposal PROPOSAL =
      new Proposal(4, 5_000_000_000L, 2, SHARES, SHARES, List.of(new Proposal.Straggler(1, 7)));
  private static final List<FillRange> RANGES = List.of(new FillRange(0, 100, true));
  private static final List<StreamItem.Covered> COVERED = List.of(new StreamItem.Covered(0, 1));

  @TempDir Path folder;

  static Stream<FleetMessage> messages() {
    RunPolicy policy =
        new RunPolicy(
            new FleetSpec(
                List.of(Scope.node("b#2")), FleetSpec.CannotStart.STOP, FleetSpec.Loss.DEGRADE),
            1_000,
            100);
    Scope scope = new Scope(Scope.Level.RACK, "dc1/r1");
    List<JournalEntry.Item> items =
        List.of(
            new JournalEntry.Submitted(BYTES, policy, "admin"),
            new JournalEntry.Stated(RunState.RUNNING, ""),
            new JournalEntry.Placed(List.of(scope), "admin"),
            new JournalEntry.Joined("a#1", 0, 1, Map.of("rack", "r1")),
            new JournalEntry.Left("a#1", JournalEntry.Leaving.LOST, "lease"),
            new JournalEntry.Changed("1", scope, "admin", Map.of("rate", "5k"), List.of("mix")),
            new JournalEntry.SharesMoved(4, SHARES, Long.MAX_VALUE),
            new JournalEntry.OperationsOpened(1_000),
            new JournalEntry.FillOpened(0, 1_000),
            new JournalEntry.FillSwitched("1", scope, true, "admin", false),
            new JournalEntry.StepDone("prepare", "fill"),
            new JournalEntry.Noted("a#1", "text"));
    List<Command> commands =
        List.of(
            new Command.Submit("run", BYTES, policy, "admin"),
            new Command.Change("run", scope, "admin", Map.of("rate", "5k"), List.of()),
            new Command.Stop("run", "admin"),
            new Command.Fill("run", 0, 1_000),
            new Command.Operations("run", 1_000),
            new Command.SwitchFill("run", scope, false, "admin", 7),
            new Command.Done("run", "prepare", "fill"),
            new Command.Place("run", List.of(scope), "admin"),
            new Command.Drain("a#1"),
            new Command.Weigh("a#1", 2));
    return Stream.of(
            ofCoordinator(),
            ofMember(),
            items.stream()
                .map(item ->
                    new FleetMessage.Entries(
                        TERM, "a#1", "run", TERM, List.of(new JournalEntry(1, TERM, 2, item)))),
            commands.stream().map(command -> new FleetMessage.Ask("a#1", "id", command)))
        .flatMap(each -> each);
  }

  private static Stream<FleetMessage> ofCoordinator() {
    return Stream.of(
        new FleetMessage.Claim(TERM, "1.0", 1),
        new FleetMessage.Orders(
            TERM,
            9,
            1,
            2,
            3,
            true,
            false,
            4,
            2,
            List.of(
                new FleetMessage.RunOrder(
                    "run",
                    FleetMessage.UNKNOWN,
                    1,
                    2,
                    TERM,
                    List.of(PROPOSAL),
                    new KeptBounds(3, 2),
                    RANGES,
                    RANGES,
                    5,
                    new FleetMessage.OperationOrder(RANGES, RANGES, 9, 12),
                    COVERED))),
        new FleetMessage.Items(
            TERM, "a#1", "run", 1, Term.NONE, List.of(new StreamItem(1, TERM, 1, COVERED, BYTES))),
        new FleetMessage.Fetch(TERM, "run", 1, 2),
        new FleetMessage.Answer(TERM, "id", false, "No."),
        new FleetMessage.Refused("a#1", TERM));
  }

  private static Stream<FleetMessage> ofMember() {
    Node node = new Node("a#1", "1.0", 1, Map.of("rack", "r1"), 1);
    return Stream.of(
        new FleetMessage.Report(
            TERM,
            node,
            false,
            TERM,
            3,
            List.of(
                new FleetMessage.RunReport(
                    "run",
                    0,
                    8,
                    TERM,
                    List.of(PROPOSAL),
                    1,
                    TERM,
                    COVERED,
                    RANGES,
                    List.of(),
                    RANGES,
                    RANGES,
                    7))),
        new FleetMessage.Beat(
            TERM,
            "a#1",
            1,
            2,
            List.of(
                new FleetMessage.RunBeat(
                    "run",
                    MemberState.RUNNING,
                    "",
                    1,
                    2,
                    3,
                    true,
                    8,
                    TERM,
                    7,
                    FleetMessage.UNKNOWN,
                    7,
                    new KeptBounds(4, 3),
                    4,
                    5,
                    List.of(PROPOSAL),
                    1,
                    TERM,
                    1,
                    RANGES,
                    true,
                    new FleetMessage.OperationBeat(RANGES, RANGES, 12, 9),
                    COVERED))),
        new FleetMessage.Second(TERM, "a#1", "run", 0, 1, 1, BYTES, true),
        new FleetMessage.Kill("run", "admin"));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void messagesArriveAsTheyWereSent(FleetMessage message) throws Exception {
    FleetSerializer serializer = new FleetSerializer();
    Envelope sent =
        new Envelope(
            "10.0.0.1:7460",
            new org.plimsoll.fleet.cluster.FleetMessage.Control("a#1", true, message));

    Object arrived = serializer.fromBinary(serializer.toBinary(sent), serializer.manifest(sent));

    assertThat(arrived).usingRecursiveComparison().isEqualTo(sent);
  }

  @Test
  void membersFollowTheCoordinatorAndItsSuccessorAndKeepTheirLeases() throws Exception {
    Certificates.write(folder, List.of("127.0.0.1", "127.0.0.2", "127.0.0.3"), Instant.now());
    int[] ports = RealServer.freePorts(3, 17_000, 18_999);
    String seed = "127.0.0.1:" + ports[0];
    ClusterFleet first = join("a", 1, ports[0]);
    try (ClusterFleet second = join("b", 2, ports[1], seed);
        ClusterFleet third = join("c", 3, ports[2], seed)) {
      await()
          .atMost(NodeProcess.PATIENCE)
          .until(() -> agree(List.of(first, second, third), Term.NONE));
      Term before = term(first);

      first.close();
      await().atMost(NodeProcess.PATIENCE).until(() -> agree(List.of(second, third), before));
    } finally {
      first.close();
    }
  }

  @Test
  void membersFollowOneCoordinatorAfterAllNodesWereRemoved() throws Exception {
    Certificates.write(folder, List.of("127.0.0.1", "127.0.0.2", "127.0.0.3"), Instant.now());
    int[] ports = RealServer.freePorts(3, 17_000, 18_999);
    String seed = "127.0.0.1:" + ports[0];
    try (ClusterFleet first = join("a", 1, ports[0]);
        ClusterFleet second = join("b", 2, ports[1], seed);
        ClusterFleet third = join("c", 3, ports[2], seed)) {
      List<ClusterFleet> all = List.of(first, second, third);
      await().atMost(NodeProcess.PATIENCE).until(() -> agree(all, Term.NONE));

      List<Long> before = all.stream().map(NodeMain::process).toList();
      NodeMain.removeAll(second);
      await()
          .atMost(NodeProcess.PATIENCE)
          .until(() ->
              all.stream()
                  .map(NodeMain::process)
                  .noneMatch(each -> each == 0 || before.contains(each)));
      await().atMost(NodeProcess.PATIENCE).until(() -> agree(all, Term.NONE));
      // A node follows the coordinator as soon as it joins, shortly before it is up.
      await()
          .atMost(NodeProcess.PATIENCE)
          .untilAsserted(
              () -> assertThat(NodeMain.text(third.view())).isEqualTo("JOINED a a=UP b=UP c=UP"));
    }
  }

  private ClusterFleet join(String name, int host, int port, String... seeds) {
    NodeAddress address = new NodeAddress("127.0.0." + host, port);
    return ClusterFleet.join(
        NodeMain.settings("trial", name, address, folder, List.of(seeds)),
        NodeMain.load(name),
        new Seat(),
        InstantSource.system(),
        _ -> {});
  }

  /** Whether all follow one term above another, and may send. */
  private static boolean agree(List<ClusterFleet> fleets, Term above) {
    return fleets.stream().map(ControlTransportTest::term).distinct().count() == 1
        && term(fleets.getFirst()).compareTo(above) > 0
        && fleets.stream().allMatch(ControlTransportTest::maySend);
  }

  /** A figure of a member; {@code absent} when its node is joining again, which has no member. */
  private static <T> T of(ClusterFleet fleet, Function<Member, T> figure, T absent) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    fleet.onMember(member -> answer.complete(figure.apply(member)));
    return answer.completeOnTimeout(absent, 1, TimeUnit.SECONDS).join();
  }

  private static Term term(ClusterFleet fleet) {
    return of(fleet, Member::term, Term.NONE);
  }

  private static boolean maySend(ClusterFleet fleet) {
    return of(fleet, Member::leaseEndNanos, Long.MIN_VALUE) > System.nanoTime();
  }

  /** A seat without a generator: there are no runs. */
  private static final class Seat implements ControlSeat {
    @Override
    public Timings timings() {
      return Timings.STANDARD;
    }

    @Override
    public Member member(Node node, Outbox out) {
      return new Member(
          node,
          timings(),
          out,
          nothing(LocalRuns.class),
          nothing(SecondsStore.class),
          nothing(ItemStore.class));
    }

    @Override
    public Coordinator coordinator(Node node, Term known, Outbox out, long nowNanos) {
      return new Coordinator(
          node.id(),
          known,
          node.version(),
          timings(),
          (_, parts) -> parts.getFirst().data(),
          nothing(ItemStore.class),
          out,
          nowNanos);
    }

    private static <T> T nothing(Class<T> type) {
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (_, method, _) -> {
                if (method.getName().equals("sendUntil")) {
                  return null;
                }
                throw new IllegalStateException("there is no run, but " + method + " was called");
              }));
    }
  }
}
