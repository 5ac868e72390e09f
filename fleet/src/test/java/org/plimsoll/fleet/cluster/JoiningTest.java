package org.plimsoll.fleet.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Through which nodes a node joins. */
class JoiningTest {
  private static final int NODES = 60;
  private static final int MOST = 5 + Joining.OTHERS;

  /** In the order of their texts. */
  private static final List<NodeAddress> ALL =
      IntStream.range(10, 10 + NODES)
          .mapToObj(i -> new NodeAddress("10.0.0." + i, NodeAddress.PORT))
          .toList();

  private final List<List<NodeAddress>> tries = new ArrayList<>();

  private Joining node(int self, NodeAddress... seeds) {
    return new Joining(
        NodeMain.settings(
            "trial",
            "a",
            ALL.get(self),
            Path.of("none"),
            Stream.of(seeds).map(NodeAddress::toString).toList()),
        tries::add);
  }

  private static List<NodeAddress> without(int self) {
    return ALL.stream().filter(each -> !each.equals(ALL.get(self))).toList();
  }

  private static void nextTry(Joining joining) {
    for (int i = 0; i < Joining.CALLS_PER_TRY; i++) {
      joining.again();
    }
  }

  @Test
  void fewNodesAreAllTried() {
    Joining joining = node(1, ALL.get(0));

    joining.accept(List.of(ALL.get(0), ALL.get(2), ALL.get(3)));
    nextTry(joining);

    assertThat(tries).hasSize(1);
    assertThat(tries.getFirst()).containsExactlyInAnyOrder(ALL.get(0), ALL.get(2), ALL.get(3));
  }

  @Test
  void eachTryHasTheFirstNodesAndTheSeedsAndOthersUntilAllWereTried() {
    Joining joining = node(30, ALL.get(57), ALL.get(58));
    List<NodeAddress> given = new ArrayList<>(without(30));
    given.remove(ALL.get(20));
    given.addFirst(ALL.get(20));

    joining.accept(given);
    for (int i = 0; i < NODES / Joining.OTHERS; i++) {
      nextTry(joining);
    }

    Set<NodeAddress> tried = new HashSet<>();
    for (List<NodeAddress> each : tries) {
      assertThat(each)
          .hasSizeLessThanOrEqualTo(MOST)
          .doesNotHaveDuplicates()
          .doesNotContain(ALL.get(30))
          .contains(ALL.get(20), ALL.get(0), ALL.get(57), ALL.get(58));
      tried.addAll(each);
    }
    assertThat(tried).containsExactlyInAnyOrderElementsOf(given);
    assertThat(tries.getFirst()).contains(ALL.get(31), ALL.get(35)).doesNotContain(ALL.get(36));
    assertThat(tries.get(1)).contains(ALL.get(36));
  }

  @Test
  void aTryIsNotReplacedTooEarly() {
    Joining joining = node(30);
    joining.accept(without(30));

    for (int i = 1; i < Joining.CALLS_PER_TRY; i++) {
      joining.again();
    }
    assertThat(tries).hasSize(1);
    joining.again();
    assertThat(tries).hasSize(2);
  }

  @Test
  void aNodeThatLearnsOfOthersContinuesWithThem() {
    Joining joining = node(30);
    joining.accept(without(30).subList(0, 50));
    nextTry(joining);
    joining.accept(without(30));

    assertThat(tries.getLast()).contains(ALL.get(36), ALL.get(40));
  }

  @Test
  void theNodesThatJoinAtTheSameTimeAreSpreadOverAll() {
    for (int self = 1; self < NODES; self++) {
      node(self).accept(without(self));
    }

    Map<NodeAddress, Long> asked =
        tries.stream()
            .flatMap(List::stream)
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    assertThat(asked.remove(ALL.get(0))).isEqualTo(NODES - 1);
    assertThat(asked.values()).allMatch(count -> count <= Joining.OTHERS + 1);
  }

  @Test
  void theFirstSeedAsksAllOthersBeforeItStartsAFleet() {
    Joining joining = node(0, ALL.toArray(NodeAddress[]::new));

    joining.accept(ALL);
    nextTry(joining);

    assertThat(tries).containsExactly(ALL);
  }

  @Test
  void anotherSeedAsksTheFirstOne() {
    node(30, ALL.toArray(NodeAddress[]::new)).accept(ALL);

    assertThat(tries.getFirst())
        .startsWith(ALL.get(0))
        .hasSizeLessThanOrEqualTo(MOST)
        .doesNotContain(ALL.get(30));
  }

  @Test
  void aNodeAloneStartsAFleet() {
    Joining joining = node(30);

    joining.accept(without(30));
    joining.accept(List.of(ALL.get(30)));
    nextTry(joining);

    assertThat(tries).hasSize(2).last().isEqualTo(List.of(ALL.get(30)));
  }

  @Test
  void aMemberTriesNoMore() {
    Joining joining = node(30);
    joining.accept(without(30));

    joining.end();
    nextTry(joining);

    assertThat(tries).hasSize(1);
  }
}
