package org.plimsoll.fleet.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.share.FillRange;

class OperationGrantsTest {
  private static final long SECOND = 1_000_000_000;
  private static final List<String> NODES = List.of("a", "b", "c");

  private final OperationGrants grants = new OperationGrants();
  private final List<FillRange> all = new ArrayList<>();

  private static FillRange range(long from, long to) {
    return new FillRange(from, to, false);
  }

  /** Grants a node what it can get, and lets it use it up after a time. */
  private void use(String node, long nanos) {
    long start = nanos;
    while (grants.grant(node, NODES.size(), start) || grants.propose()) {
      grants.known(grants.proposed());
    }
    for (FillRange each : grants.held(node)) {
      all.add(each);
      start += SECOND;
      grants.used(node, List.of(each), start);
    }
  }

  @Test
  void eachOperationIsGrantedOnce() {
    grants.open(10_000);
    for (int i = 0; !grants.isAllGranted(); i++) {
      use(NODES.get(i % 3), i * SECOND);
    }

    assertThat(Positions.union(all, List.of())).containsExactly(range(0, 10_000));
    assertThat(Positions.count(all)).isEqualTo(10_000);
    assertThat(grants.used()).containsExactly(range(0, 10_000));
    assertThat(all.getLast().size()).as("ranges are smaller at the end").isLessThan(100);
  }

  @Test
  void whatIsLeftOfAnIterationIsNotGrantedInTheNext() {
    grants.open(1_000);
    use("a", 0);
    grants.propose();
    grants.known(grants.proposed());
    assertThat(grants.grant("b", 3, 0)).isTrue();
    List<FillRange> left = grants.held("b");

    grants.open(3_000);
    grants.returned("b", left);
    assertThat(grants.first()).isEqualTo(1_000);
    all.clear();
    for (int i = 0; !grants.isAllGranted(); i++) {
      use(NODES.get(i % 3), i * SECOND);
    }
    assertThat(Positions.union(all, List.of())).containsExactly(range(1_000, 3_000));
    assertThat(Positions.count(all)).isEqualTo(2_000);
  }

  @Test
  void nothingIsGrantedBeyondWhatMostKnow() {
    grants.open(10_000);
    assertThat(grants.grant("a", 3, 0)).isFalse();
    assertThat(grants.propose()).isTrue();
    assertThat(grants.grant("a", 3, 0)).isFalse();

    grants.known(50);
    assertThat(grants.grant("a", 3, 0)).isTrue();
    assertThat(grants.held("a")).containsExactly(range(0, 50));
  }

  @Test
  void whatIsReturnedIsGrantedToAnotherNode() {
    grants.open(100);
    grants.known(100);
    assertThat(grants.grant("a", 1, 0)).isTrue();
    FillRange first = grants.held("a").getFirst();
    FillRange half = range(first.from(), first.from() + first.size() / 2);
    grants.used("a", List.of(half), SECOND);
    grants.returned("a", List.of(range(half.to(), first.to())));

    assertThat(grants.held("a")).isEmpty();
    assertThat(grants.grant("b", 1, SECOND)).isTrue();
    assertThat(grants.held("b").getFirst().from()).isEqualTo(half.to());
    // It is said again until the coordinator's answer arrives.
    grants.returned("a", List.of(range(half.to(), first.to())));
    assertThat(grants.held("b")).isNotEmpty();
    assertThat(grants.grant("c", 1, SECOND)).isTrue();
    assertThat(Positions.common(grants.held("c").getFirst(), grants.held("b"))).isEmpty();
  }

  @Test
  void whatAFormerCoordinatorMayHaveGrantedIsNotGrantedAgain() {
    grants.open(1_000);
    grants.restore(
        List.of(range(0, 100), range(150, 200)), Map.of("a", List.of(range(120, 130))), 300, false);
    grants.known(1_000);

    assertThat(grants.grant("b", 1, 0)).isTrue();
    assertThat(grants.held("b").getFirst().from()).isEqualTo(300);
    assertThat(grants.held("a")).containsExactly(range(120, 130));
  }

  @Test
  void whenAllWereHeardWhatNobodyHoldsIsGranted() {
    grants.open(1_000);
    grants.restore(List.of(range(0, 100)), Map.of("a", List.of(range(120, 130))), 300, true);
    grants.known(1_000);

    assertThat(grants.grant("b", 1, 0)).isTrue();
    assertThat(grants.held("b")).containsExactly(range(100, 120));
  }

  @Test
  void aShareOfWhatIsLeftIsGivenUp() {
    grants.open(1_000);
    grants.used("a", List.of(range(0, 200)), 0);
    grants.giveUp(0.25);
    for (int i = 0; !grants.isAllGranted(); i++) {
      use("b", i * SECOND);
    }

    assertThat(Positions.count(grants.used())).isEqualTo(800);
  }
}
