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

  @Test
  void anOlderEpochHasNoEffect() {
    shares.propose(new ShareEpoch(2, 100, TWO));
    shares.propose(new ShareEpoch(1, 50, TWO));

    assertThat(owns(99)).containsExactly(0, 3);
    assertThat(shares.view().number()).isEqualTo(2);
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
