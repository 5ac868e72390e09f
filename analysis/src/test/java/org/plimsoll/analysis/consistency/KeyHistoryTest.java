package org.plimsoll.analysis.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.plimsoll.analysis.consistency.Judgement.Kind;

final class KeyHistoryTest {
  private static final int A = 0;
  private static final int B = 1;

  private final AtomicInteger entriesLeft = new AtomicInteger(10_000);
  private final KeyHistory key =
      new KeyHistory(7, entriesLeft, 2, new LossEvidence(10_000_000_000L, true));
  private final Judgement judgement = new Judgement();

  @Test
  void aReadOfAnOverwrittenValueIsStaleWithinBounds() {
    write(1, 0, 10, A);
    write(2, 20, 30, A);
    write(3, 40, 50, A);
    read(1, 100, 110, B);
    assertThat(judgement.kind()).isEqualTo(Kind.STALE);
    assertThat(judgement.versionsBehind()).isEqualTo(2);
    // Overwritten by write 2 between 20 and 30.
    assertThat(judgement.atLeastNanos()).isEqualTo(100 - 30);
    assertThat(judgement.atMostNanos()).isEqualTo(110 - 20);
    assertThat(judgement.missedWrite()).isEqualTo(3);
    read(2, 100, 110, B);
    assertThat(judgement.versionsBehind()).isEqualTo(1);
    assertThat(judgement.atLeastNanos()).isEqualTo(50);
    read(3, 100, 110, B);
    assertThat(judgement.kind()).isEqualTo(Kind.FRESH);
  }

  @Test
  void aWriteThatOverlapsTheReadMayBeSeenOrNot() {
    write(1, 0, 10, A);
    write(2, 20, 30, A);
    read(1, 30, 40, B);
    assertThat(judgement.kind()).isEqualTo(Kind.FRESH);
    read(1, 31, 40, B);
    assertThat(judgement.kind()).isEqualTo(Kind.STALE);
    read(2, 25, 28, B);
    assertThat(judgement.kind()).isEqualTo(Kind.AHEAD);
  }

  @Test
  void writesThatOverlapHaveNoOrder() {
    write(1, 0, 20, A);
    write(2, 20, 30, B);
    read(1, 100, 110, B);
    assertThat(judgement.kind()).isEqualTo(Kind.FRESH);
    assertThat(judgement.isViolated(Guarantee.READ_YOUR_WRITES)).isFalse();
    read(2, 120, 130, B);
    read(1, 140, 150, B);
    assertThat(judgement.isChecked(Guarantee.MONOTONIC_READS)).isTrue();
    assertThat(judgement.isViolated(Guarantee.MONOTONIC_READS)).isFalse();
  }

  @Test
  void aWriteThatFailedMayTakeEffectAtAnyTime() {
    write(1, 0, 10, A);
    key.writeStarts(2, 20, A, false);
    key.writeFails(2);
    write(3, 40, 50, A);
    read(2, 100, 110, B);
    assertThat(judgement.kind()).isEqualTo(Kind.AHEAD);
    read(1, 100, 110, B);
    // Certainly behind write 3, but not behind a write that may have had no effect.
    assertThat(judgement.versionsBehind()).isEqualTo(1);
  }

  @Test
  void rowsFromBeforeTheRunAreOlderThanAllWrites() {
    write(1, 5, 10, A);
    key.read(Found.INITIAL, 0, 0, 11, 20, B, judgement);
    assertThat(judgement.kind()).isEqualTo(Kind.STALE);
    assertThat(judgement.atLeastNanos()).isEqualTo(1);
    assertThat(judgement.atMostNanos()).isEqualTo(15);
    key.read(Found.INITIAL, 0, 0, 10, 20, B, judgement);
    assertThat(judgement.kind()).isEqualTo(Kind.FRESH);
    key.read(Found.ABSENT, 0, 0, 11, 20, B, judgement);
    assertThat(judgement.kind()).isEqualTo(Kind.STALE);
    key.read(Found.NOTHING_KNOWN, 0, 0, 11, 20, B, judgement);
    assertThat(judgement.kind()).isEqualTo(Kind.UNJUDGED);
  }

  @Test
  void aDeletedKeyHasNoRow() {
    write(1, 0, 10, A);
    key.writeStarts(2, 20, A, true);
    key.writeEnds(2, 30);
    key.read(Found.ABSENT, 0, 0, 40, 50, B, judgement);
    assertThat(judgement.kind()).isEqualTo(Kind.FRESH);
    read(1, 40, 50, B);
    assertThat(judgement.kind()).isEqualTo(Kind.STALE);
    write(3, 60, 70, A);
    key.read(Found.ABSENT, 0, 0, 80, 90, B, judgement);
    assertThat(judgement.kind()).isEqualTo(Kind.STALE);
  }

  @Test
  void aReadIsOneTrialAfterTheLastAcknowledgement() {
    write(1, 0, 10, A);
    write(2, 20, 30, A);
    read(1, 100, 110, B);
    assertThat(judgement.sinceAckNanos()).isEqualTo(70);
    assertThat(judgement.sees()).isFalse();
    read(2, 100, 110, B);
    assertThat(judgement.sees()).isTrue();
    read(1, 25, 40, B);
    assertThat(judgement.sinceAckNanos()).isEqualTo(15);
    assertThat(judgement.sees()).isTrue();
  }

  @Test
  void aClientMustReadItsOwnWrites() {
    write(1, 0, 10, A);
    write(2, 20, 30, B);
    read(1, 40, 50, A);
    assertThat(judgement.isChecked(Guarantee.READ_YOUR_WRITES)).isTrue();
    assertThat(judgement.isViolated(Guarantee.READ_YOUR_WRITES)).isFalse();
    read(1, 40, 50, B);
    assertThat(judgement.isViolated(Guarantee.READ_YOUR_WRITES)).isTrue();
    read(1, 25, 50, B);
    assertThat(judgement.isChecked(Guarantee.READ_YOUR_WRITES)).isFalse();
  }

  @Test
  void readsOfAClientMustBeMonotonic() {
    write(1, 0, 10, A);
    write(2, 20, 30, B);
    read(2, 40, 50, A);
    read(1, 51, 60, A);
    assertThat(judgement.isViolated(Guarantee.MONOTONIC_READS)).isTrue();
    assertThat(judgement.isChecked(Guarantee.MONOTONIC_WRITES)).isFalse();
    read(1, 45, 60, A);
    assertThat(judgement.isChecked(Guarantee.MONOTONIC_READS)).isFalse();
    read(1, 51, 60, B);
    assertThat(judgement.isChecked(Guarantee.MONOTONIC_READS)).isFalse();
  }

  @Test
  void writesOfOneClientMustBeSeenInOrder() {
    write(1, 0, 10, A);
    write(2, 20, 30, A);
    read(2, 40, 50, B);
    read(1, 60, 70, B);
    assertThat(judgement.isViolated(Guarantee.MONOTONIC_WRITES)).isTrue();
    read(2, 80, 90, B);
    assertThat(judgement.isChecked(Guarantee.MONOTONIC_WRITES)).isTrue();
    assertThat(judgement.isViolated(Guarantee.MONOTONIC_WRITES)).isFalse();
  }

  @Test
  void writesMustFollowReads() {
    // Write 1 is still in flight when B reads it and writes 2. Only B's read orders the two writes.
    key.writeStarts(1, 0, A, false);
    read(1, 10, 15, B);
    write(2, 20, 30, B);
    key.writeEnds(1, 100);
    read(2, 110, 120, A);
    read(1, 130, 140, A);
    assertThat(judgement.isViolated(Guarantee.MONOTONIC_READS)).isFalse();
    assertThat(judgement.isViolated(Guarantee.WRITES_FOLLOW_READS)).isTrue();
  }

  @Test
  void forgottenWritesAreStillKnownToBeOld() {
    for (int i = 1; i <= 1_000; i++) {
      write(i, i * 10L, i * 10L + 5, A);
    }
    key.read(Found.WRITE, 1, 10, 20_000, 20_001, B, judgement);
    assertThat(judgement.kind()).isEqualTo(Kind.STALE);
    assertThat(judgement.versionsBehind()).isBetween(120, 999);
    assertThat(judgement.atLeastNanos()).isBetween(20_000L - 10_005, 20_000L - 15);
    assertThat(judgement.atMostNanos()).isEqualTo(20_001 - 10);
    // A read that started before the overwrite was correct.
    key.read(Found.WRITE, 1, 10, 12, 20_001, B, judgement);
    assertThat(judgement.kind()).isNotEqualTo(Kind.STALE);
    key.read(Found.INITIAL, 0, 0, 20_000, 20_001, B, judgement);
    assertThat(judgement.versionsBehind()).isEqualTo(1_000);
    assertThat(judgement.atLeastNanos()).isEqualTo(20_000 - 15);
  }

  @Test
  void withoutMemoryForPendingWritesUnknownValuesAreNotJudged() {
    for (int i = 1; i <= 300; i++) {
      key.writeStarts(i, i, A, false);
    }
    for (int i = 1; i <= 300; i++) {
      key.writeEnds(i, 1_000 + i);
    }
    read(299, 3_000, 3_010, B);
    assertThat(judgement.kind()).isEqualTo(Kind.UNJUDGED);
    write(301, 2_000, 2_010, A);
    read(301, 3_000, 3_010, B);
    assertThat(judgement.kind()).isEqualTo(Kind.FRESH);
    read(250, 3_000, 3_010, B);
    assertThat(judgement.kind()).isEqualTo(Kind.STALE);
    read(299, 3_000, 3_010, B);
    assertThat(judgement.kind()).isEqualTo(Kind.UNJUDGED);
  }

  private void write(long id, long startNanos, long ackNanos, int client) {
    key.writeStarts(id, startNanos, client, false);
    key.writeEnds(id, ackNanos);
  }

  private void read(long id, long startNanos, long endNanos, int client) {
    key.read(Found.WRITE, id, 0, startNanos, endNanos, client, judgement);
  }
}
