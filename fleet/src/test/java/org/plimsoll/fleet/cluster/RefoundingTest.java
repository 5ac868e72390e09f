package org.plimsoll.fleet.cluster;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plimsoll.fleet.cluster.FleetMessage.Removed;

/** Which removed node starts the fleet again, and when, in virtual time. */
class RefoundingTest {
  private static final NodeAddress A = new NodeAddress("10.0.0.1", 7460);
  private static final NodeAddress B = new NodeAddress("10.0.0.2", 7460);
  private static final NodeAddress C = new NodeAddress("10.0.0.3", 7460);

  private final Map<NodeAddress, Refounding> nodes = new HashMap<>();
  private final Deque<Sent> sent = new ArrayDeque<>();
  private final Map<NodeAddress, List<NodeAddress>> joinsThrough = new HashMap<>();
  private final List<NodeAddress> founders = new ArrayList<>();
  private long nowNanos = -5; // System.nanoTime() may be negative

  private record Sent(NodeAddress from, NodeAddress to, Removed message) {}

  private void start(NodeAddress self, int process, @Nullable List<NodeAddress> others) {
    start("trial", self, process, others);
  }

  private void start(
      String fleet, NodeAddress self, int process, @Nullable List<NodeAddress> others) {
    nodes.put(
        self,
        new Refounding(
            NodeMain.settings(fleet, self.host(), self, Path.of("none"), List.of()),
            Members.id(self, process),
            others,
            (to, message) -> sent.add(new Sent(self, to, (Removed) message)),
            through -> {
              joinsThrough.put(self, through);
              if (through.equals(List.of(self))) {
                founders.add(self);
              }
            },
            () -> nowNanos));
  }

  private void startThree() {
    start(A, 1, List.of(B, C));
    start(B, 1, List.of(A, C));
    start(C, 1, List.of(A, B));
  }

  private Refounding at(NodeAddress address) {
    return requireNonNull(nodes.get(address));
  }

  private void deliver() {
    while (!sent.isEmpty()) {
      deliver(sent.remove());
    }
  }

  private void deliver(Sent message) {
    Refounding to = nodes.get(message.to());
    if (to != null) {
      to.received(message.from().toString(), message.message());
    }
  }

  /** A second in which all messages arrive at once. */
  private void round() {
    nodes.values().forEach(Refounding::ask);
    deliver();
    nowNanos += Refounding.ROUND.toNanos();
  }

  private void rounds(int count) {
    for (int i = 0; i < count; i++) {
      round();
    }
  }

  @Test
  void theFirstNodeStartsTheFleetAfterThreeRoundsInWhichAllAgree() {
    startThree();

    rounds(2);
    assertThat(founders).isEmpty();
    round();
    assertThat(founders).containsExactly(A);
    // The others join the first node as they would join any: nobody tells them to.
    rounds(10);
    assertThat(founders).containsExactly(A);
    assertThat(joinsThrough).containsOnlyKeys(A);
  }

  @Test
  void aNodeThatKnewNoOtherStartsItsFleetAgain() {
    start(A, 1, List.of());

    rounds(3);

    assertThat(founders).containsExactly(A);
  }

  @Test
  void aNodeThatDoesNotAnswerPreventsTheStart() {
    startThree();
    nodes.remove(C);

    rounds(20);

    assertThat(founders).isEmpty();
  }

  @Test
  void theFirstNodePreventsTheStartIfItDoesNotAnswer() {
    startThree();
    nodes.remove(A);

    rounds(20);

    assertThat(founders).isEmpty();
    assertThat(sent).isEmpty();
  }

  @Test
  void aNodeThatWasNotRemovedPreventsTheStart() {
    startThree();
    start(C, 2, null);

    rounds(20);

    assertThat(founders).isEmpty();
  }

  @Test
  void aNodeThatHasJoinedPreventsTheStart() {
    startThree();

    rounds(2);
    at(C).end();
    rounds(20);

    assertThat(founders).isEmpty();
  }

  @Test
  void nodesThatKnowDifferentNodesLearnThemBeforeTheFirstOneStartsTheFleet() {
    start(A, 1, List.of(B));
    start(B, 1, List.of(A, C));
    start(C, 1, List.of(B));

    rounds(3);
    assertThat(founders).isEmpty();
    assertThat(joinsThrough).containsEntry(A, List.of(B, C)).containsEntry(C, List.of(A, B));
    rounds(2);
    assertThat(founders).containsExactly(A);
  }

  @Test
  void aNodeThatOnlyOneOfThemKnowsPreventsTheStart() {
    start(B, 1, List.of(C));
    start(C, 1, List.of(A, B));

    rounds(20);

    assertThat(founders).isEmpty();
    assertThat(joinsThrough).containsOnlyKeys(B).containsEntry(B, List.of(A, C));
  }

  @Test
  void aNodeThatADiscoveryFindsIsWaitedFor() {
    startThree();
    NodeAddress found = new NodeAddress("10.0.0.9", 7460);

    rounds(2);
    at(A).add(List.of(A, found));
    rounds(20);
    assertThat(founders).isEmpty();
    start(found, 1, List.of());
    rounds(4);
    assertThat(founders).containsExactly(A);
  }

  @Test
  void anAnswerThatArrivesLateDoesNotCount() {
    startThree();
    rounds(2);

    // A is stopped between its query and the answers.
    at(A).ask();
    at(B).received(A.toString(), sent.remove().message());
    at(C).received(A.toString(), sent.remove().message());
    nowNanos += Refounding.ROUND.toNanos() + 1;
    deliver();
    assertThat(founders).isEmpty();

    rounds(2);
    assertThat(founders).isEmpty();
    round();
    assertThat(founders).containsExactly(A);
  }

  @Test
  void anAnswerOfAnEarlierRoundOrToAnEarlierProcessDoesNotCount() {
    startThree();
    rounds(1);
    at(A).ask();
    List<Sent> queries = List.copyOf(sent);
    sent.clear();
    queries.forEach(this::deliver);
    List<Sent> old = List.copyOf(sent);
    assertThat(old).hasSize(2);
    nodes.remove(B);
    nodes.remove(C);
    for (int process = 1; process <= 2; process++) {
      for (int i = 0; i < 10; i++) {
        round();
        old.forEach(this::deliver);
      }
      start(A, 2, List.of(B, C));
    }

    assertThat(founders).isEmpty();
  }

  @Test
  void anAnswerThatArrivesTwiceCountsOnce() {
    startThree();

    at(A).ask();
    List<Sent> queries = List.copyOf(sent);
    for (int i = 0; i < 5; i++) {
      queries.forEach(this::deliver);
      deliver();
    }

    assertThat(founders).isEmpty();
  }

  @Test
  void theRoundsBeginAgainWhenANodeHasANewProcess() {
    startThree();
    rounds(2);
    start(C, 2, List.of(A, B));

    rounds(3);
    assertThat(founders).isEmpty();
    round();
    assertThat(founders).containsExactly(A);
  }

  @Test
  void nodesOfAnotherFleetDoNotCount() {
    startThree();
    start("other", C, 2, List.of(A, B));

    rounds(20);

    assertThat(founders).isEmpty();
  }
}
