package org.plimsoll.engine.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests what a generator may send while shares move. */
class SharesTest {
  private static final ShareTable THREE = ShareTable.of(Map.of(0, 1, 1, 1, 2, 1));
  private static final ShareTable TWO = ShareTable.of(Map.of(0, 1, 1, 1));

  private final Shares shares = new Shares(0, ShareEpoch.first(THREE));

  private int[] sends(long atNanos) {
    return IntStream.range(0, 6).filter(i -> shares.view().maySend(i, atNanos)).toArray();
  }

  private int[] owns(long atNanos) {
    return IntStream.range(0, 6).filter(i -> shares.view().owns(i, atNanos)).toArray();
  }

  @Test
  void aloneOwnsEverythingAndAlwaysHasTheRight() {
    Shares alone = Shares.alone();

    assertThat(alone.view().isAll()).isTrue();
    assertThat(alone.mayAlwaysSend()).isTrue();
    assertThat(alone.maySend(Long.MIN_VALUE)).isTrue();
    assertThat(alone.maySend(Long.MIN_VALUE, Long.MAX_VALUE)).isTrue();
    assertThat(alone.view().maySend(5, -1)).isTrue();
  }

  @Test
  void whatIsLostIsNotSentFromTheInstantOnAndWhatIsGainedOnlyWhenCommitted() {
    assertThat(sends(99)).containsExactly(0, 3);
    shares.propose(new ShareEpoch(1, 100, TWO));

    assertThat(sends(99)).containsExactly(0, 3);
    assertThat(owns(99)).containsExactly(0, 3);
    assertThat(owns(100)).containsExactly(0, 2, 4);
    assertThat(sends(100)).containsExactly(0);

    shares.commit(1, 150);
    assertThat(sends(149)).containsExactly(0);
    assertThat(sends(150)).containsExactly(0, 2, 4);
    assertThat(sends(99)).containsExactly(0, 3);
  }

  @Test
  void anEpochThatIsCommittedInTimeLosesNothing() {
    shares.propose(new ShareEpoch(1, 100, TWO));
    shares.commit(1, Long.MIN_VALUE);

    assertThat(sends(99)).containsExactly(0, 3);
    assertThat(sends(100)).containsExactly(0, 2, 4);
  }

  @Test
  void anEpochThatIsNeverCommittedIsReplacedByTheNext() {
    shares.propose(new ShareEpoch(1, 100, ShareTable.of(Map.of(1, 1, 2, 1))));
    assertThat(sends(100)).isEmpty();
    shares.propose(new ShareEpoch(2, 200, THREE));

    assertThat(sends(150)).isEmpty();
    assertThat(sends(200)).as("it had stopped them").isEmpty();
    shares.commit(2, Long.MIN_VALUE);
    assertThat(sends(200)).containsExactly(0, 3);
    assertThat(sends(150)).isEmpty();
  }

  /** Ten operations may be in flight. They move from generator 0 to 1, by way of 5 and 5. */
  @Test
  void boundsMoveByHalvesAndTheirSumIsNeverExceeded() {
    ShareTable mine = ShareTable.of(Map.of(0, 1));
    ShareTable others = ShareTable.of(Map.of(1, 1));
    Shares old = new Shares(0, ShareEpoch.first(mine));
    Shares next = new Shares(1, ShareEpoch.first(mine));
    assertThat(old.view().part(10, 0)).isEqualTo(10);
    for (Shares each : new Shares[] {old, next}) {
      each.propose(new ShareEpoch(1, 100, others, mine));
      each.commit(1, Long.MIN_VALUE);
    }

    assertThat(old.view().part(10, 50)).as("from the announcement on").isEqualTo(5);
    assertThat(old.view().part(10, 100)).isZero();
    assertThat(next.view().part(10, 100)).as("the others may have more").isZero();
    next.growMidway(1);
    assertThat(next.view().part(10, 50)).isZero();
    assertThat(next.view().part(10, 100)).isEqualTo(5);
    next.grow(1);
    assertThat(next.view().part(10, 100)).isEqualTo(10);
    next.growMidway(1);
    assertThat(next.view().part(10, 100)).as("an old order").isEqualTo(10);
  }

  @Test
  void withoutTheFormerSharesThereIsNoMidway() {
    shares.propose(new ShareEpoch(1, 100, TWO));
    shares.growMidway(1);

    assertThat(shares.view().part(6, 50)).isEqualTo(2);
    assertThat(shares.view().part(6, 100)).isEqualTo(2);
    assertThat(shares.view().midway(6)).isEqualTo(6);
    shares.grow(1);
    assertThat(shares.view().part(6, 100)).isEqualTo(3);
  }

  /** Nothing is in flight. */
  @Test
  void aGeneratorWithoutALoadKeepsToWhatItKnows() {
    assertThat(shares.kept()).isEqualTo(KeptBounds.NONE);
    shares.propose(new ShareEpoch(1, 100, TWO, THREE));
    assertThat(shares.kept()).as("it may have more until then").isEqualTo(new KeptBounds(1, 0));
    shares.carries(true);
    shares.propose(new ShareEpoch(2, 200, THREE, TWO));
    assertThat(shares.kept()).isEqualTo(new KeptBounds(1, 0));
    shares.settle(2);
    assertThat(shares.kept()).isEqualTo(new KeptBounds(2, 2));

    Shares joined = new Shares(3, ShareEpoch.first(THREE));
    joined.propose(new ShareEpoch(1, 100, TWO));
    assertThat(joined.kept()).as("it has nothing to lose").isEqualTo(new KeptBounds(1, 1));
  }

  /** As after its return, when the others have its share and it is about to get it back. */
  @Test
  void anEpochThatIsLearnedOfAfterTheNextOneTakesEffectBeforeIt() {
    shares.propose(new ShareEpoch(2, 200, THREE));
    shares.propose(new ShareEpoch(1, 100, ShareTable.of(Map.of(1, 1, 2, 1))));
    shares.commit(1, Long.MIN_VALUE);

    assertThat(shares.view().number()).isEqualTo(2);
    assertThat(sends(99)).containsExactly(0, 3);
    assertThat(sends(100)).as("others send these").isEmpty();
    assertThat(owns(100)).isEmpty();
    assertThat(shares.view().part(3, 100)).isZero();
    shares.commit(2, Long.MIN_VALUE);
    assertThat(sends(199)).isEmpty();
    assertThat(sends(200)).containsExactly(0, 3);
  }

  @Test
  void anEpochIsAnnouncedOnce() {
    shares.propose(new ShareEpoch(1, 100, TWO));
    shares.commit(1, Long.MIN_VALUE);
    ShareView before = shares.view();
    shares.propose(new ShareEpoch(1, 100, TWO));

    assertThat(shares.view()).isSameAs(before);
  }

  @Test
  void theRightEndsAndIsRenewedWithoutOldOperations() {
    assertThat(shares.maySend(0)).as("before it is given").isFalse();
    shares.allow(100, 0);
    assertThat(shares.maySend(100)).isTrue();
    assertThat(shares.maySend(101)).isFalse();
    shares.allow(200, 90);
    assertThat(shares.maySend(50, 150)).as("it was never interrupted").isTrue();

    shares.allow(400, 300);
    assertThat(shares.maySend(299, 300)).isFalse();
    assertThat(shares.maySend(300, 300)).isTrue();
    shares.allow(Shares.NEVER, 310);
    assertThat(shares.maySend(310)).isFalse();
  }

  @Test
  void indexesWithoutAScheduleNeverCollide() {
    shares.propose(new ShareEpoch(1, 100, TWO));
    Shares other = new Shares(1, ShareEpoch.first(THREE));
    Shares joined =
        new Shares(3, new ShareEpoch(2, 0, ShareTable.of(Map.of(0, 1, 1, 1, 2, 1, 3, 1))));

    assertThat(first(shares)).containsExactly(0, 3, 6);
    assertThat(first(other)).containsExactly(1, 4, 7);
    assertThat(first(joined)).containsExactly((2L << 40) + 3, (2L << 40) + 7, (2L << 40) + 11);
    assertThat(new Shares(9, ShareEpoch.first(THREE)).indexes()).isNull();
  }

  private static long[] first(Shares of) {
    OwnIndexes indexes = Objects.requireNonNull(of.indexes());
    return new long[] {indexes.at(0), indexes.at(1), indexes.at(2)};
  }
}
