package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.share.ShareEpoch;
import org.plimsoll.engine.share.ShareTable;
import org.plimsoll.engine.share.Shares;

/** Tests which keys of other generators are known to exist. */
class FleetKeysTest {
  private static final int KEYS = 90;
  private static final ShareTable TABLE = ShareTable.of(Map.of(0, 2, 1, 1));

  private final List<Shares> shares =
      List.of(new Shares(0, ShareEpoch.first(TABLE)), new Shares(1, ShareEpoch.first(TABLE)));
  private final List<KeySequence> generators =
      shares.stream().map(each -> new KeySequence(KEYS, each)).toList();
  private final Set<Long> existing = new TreeSet<>(LongStream.range(0, KEYS).boxed().toList());

  private void insert(int generator, boolean exists) {
    KeySequence of = generators.get(generator);
    long number = of.next();
    long position = of.position(number);
    assertThat(position).isGreaterThanOrEqualTo(KEYS);
    assertThat(existing).doesNotContain(position);
    of.ended(number, exists);
    if (exists) {
      existing.add(position);
    }
  }

  private List<Long> byAge(KeySequence from) {
    List<Long> all = new ArrayList<>();
    for (long rank = 0; rank < 10_000; rank++) {
      long position = from.newest(rank);
      if (position >= 0) {
        all.add(position);
      }
    }
    return all;
  }

  @Test
  void newKeysTakeTurnsWithoutAGap() {
    for (int i = 0; i < 20; i++) {
      insert(0, true);
      insert(0, true);
      insert(1, true);
    }

    assertThat(existing).containsExactlyElementsOf(LongStream.range(0, KEYS + 60).boxed().toList());
  }

  @Test
  void eachExistingKeyHasOneRankOnceItIsReported() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 600; i++) {
      insert(random.nextInt(3) == 0 ? 1 : 0, random.nextInt(10) > 0);
      if (i % 50 == 49) {
        generators.get(0).elsewhere(generators.get(1).progress());
        generators.get(1).elsewhere(generators.get(0).progress());
      }
    }

    for (KeySequence each : generators) {
      assertThat(byAge(each)).doesNotHaveDuplicates().hasSameElementsAs(existing);
      assertThat(each.existing()).isEqualTo(existing.size());
    }
    assertThat(byAge(generators.get(0)).subList(0, 100))
        .as("new keys come first")
        .allMatch(position -> position > KEYS + 300);
  }

  @Test
  void reportsMayComeTwiceAndBeLost() {
    for (int i = 0; i < 30; i++) {
      insert(1, i != 5);
    }
    var lost = generators.get(1).progress();
    for (int i = 0; i < 30; i++) {
      insert(1, i != 7);
    }
    var second = generators.get(1).progress();
    generators.get(0).elsewhere(second);
    generators.get(0).elsewhere(second);

    assertThat(byAge(generators.get(0)))
        .as("what was not reported is not requested")
        .doesNotHaveDuplicates()
        .isSubsetOf(existing)
        .hasSize(KEYS + 29);
    generators.get(0).elsewhere(lost);
    assertThat(byAge(generators.get(0))).isSubsetOf(existing);
  }

  @Test
  void keysOfAGeneratorThatHasLeftAreNotRequestedAsNew() {
    for (int i = 0; i < 30; i++) {
      insert(0, true);
      insert(1, true);
    }
    generators.get(0).elsewhere(generators.get(1).progress());
    shares.get(0).propose(new ShareEpoch(1, 0, ShareTable.of(Map.of(0, 1))));

    assertThat(byAge(generators.get(0)))
        .containsExactlyInAnyOrderElementsOf(
            existing.stream()
                .filter(position -> position < KEYS || TABLE.owner(position - KEYS) == 0)
                .toList());
  }
}
