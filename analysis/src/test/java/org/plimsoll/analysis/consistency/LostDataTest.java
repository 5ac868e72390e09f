package org.plimsoll.analysis.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plimsoll.analysis.consistency.Judgement.Kind;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Outcome;

/** The definition in {@link MissingWrite}, as histories. Times are milliseconds. */
final class LostDataTest {
  private static final long MS = 1_000_000L;
  private static final int A = 0;
  private static final int B = 1;

  private final LossEvidence evidence = new LossEvidence(10_000 * MS, true);
  private final AtomicInteger entriesLeft = new AtomicInteger(100_000);
  private final KeyHistory key = key(7);
  private final Judgement judgement = new Judgement();

  @Test
  void aRowThatIsGoneAfterAnOutageIsLostAlthoughItIsWrittenAgain() {
    write(1, 0, 10);
    outage(20, 40);
    absent(50, 51);
    assertThat(judgement.kind()).isEqualTo(Kind.HELD);
    write(2, 60, 70);
    read(2, 80, 81);
    assertThat(judgement.kind()).isEqualTo(Kind.FRESH);
    MissingWrite lost = decide();
    assertThat(lost.isLost()).isTrue();
    assertThat(lost.lostReads()).isEqualTo(1);
    assertThat(judgement.released().count()).isZero();
    assertThat(lost.example())
        .isEqualTo(
            "Key 7 lost the write that was acknowledged at 0.010000 s to client 0: a read at"
                + " 0.050000 s, after an outage from 0.020000 s to 0.040000 s, found no row.");
  }

  @Test
  void anOlderRowAfterAnOutageIsALoss() {
    write(1, 0, 5);
    write(2, 10, 15);
    outage(20, 40);
    read(1, 50, 51);
    write(3, 60, 70);
    MissingWrite lost = decide();
    assertThat(lost.isLost()).isTrue();
    assertThat(lost.example()).contains("found an older row");
    key.read(Found.INITIAL, 0, 0, 75 * MS, 76 * MS, B, judgement);
    // Write 3 came after the outage, so this is a stale read.
    assertThat(judgement.kind()).isEqualTo(Kind.STALE);
  }

  @Test
  void aWriteThatIsSeenLaterWasLate() {
    write(1, 0, 10);
    outage(20, 40);
    absent(50, 51);
    absent(52, 53);
    absent(58, 59);
    read(1, 60, 61);
    // The three reads are stale after all, each with its own age.
    assertThat(judgement.released().count()).isEqualTo(3);
    assertThat(judgement.released().atLeastNanos(0)).isEqualTo((50 - 10) * MS);
    assertThat(judgement.released().atLeastNanos(2)).isEqualTo((58 - 10) * MS);
    assertThat(judgement.released().tell())
        .startsWith("A read of key 7 at 0.050000 s missed a write acknowledged at 0.010000 s");
    assertThat(decide().isLost()).isFalse();
  }

  @Test
  void aReadThatSawTheWriteAndIsJudgedFirstCountsAsWell() {
    write(1, 0, 10);
    outage(20, 40);
    read(1, 49, 52);
    absent(50, 51);
    assertThat(judgement.kind()).isEqualTo(Kind.STALE);
    assertThat(key.decided(judgement)).isNull();
  }

  @Test
  void aReadThatEndedBeforeProvesNothing() {
    write(1, 0, 10);
    read(1, 11, 12);
    outage(20, 40);
    absent(50, 51);
    write(2, 60, 70);
    read(2, 71, 72);
    assertThat(decide().isLost()).isTrue();
  }

  @Test
  void aWriteThatFailedInTheOutageAndIsSeenLaterHasReplacedTheMissingOne() {
    write(1, 0, 10);
    key.writeStarts(2, 20 * MS, B, false);
    key.writeFails(2);
    outage(20, 40);
    absent(50, 51);
    read(2, 60, 61);
    assertThat(judgement.released().count()).isEqualTo(1);
    assertThat(decide().isLost()).isFalse();
  }

  @Test
  void aWriteThatWasInFlightWhenTheRowWasMissingProvesNothing() {
    write(1, 0, 10);
    outage(20, 40);
    key.writeStarts(2, 49 * MS, B, false);
    absent(50, 53);
    key.writeEnds(2, 54 * MS);
    read(2, 60, 61);
    assertThat(judgement.released().count()).isZero();
    assertThat(decide().isLost()).isTrue();
  }

  @Test
  void withoutAnOutageAReadIsStaleUntilTheSettleTimeHasPassed() {
    write(1, 0, 10);
    absent(50, 51);
    assertThat(judgement.kind()).isEqualTo(Kind.STALE);
    absent(10_009, 10_010);
    assertThat(judgement.kind()).isEqualTo(Kind.STALE);
    absent(10_010, 10_011);
    assertThat(judgement.kind()).isEqualTo(Kind.HELD);
    write(2, 10_020, 10_030);
    assertThat(decide().isLost()).isTrue();
  }

  @Test
  void anOutageThatEndedBeforeTheWriteIsNoReason() {
    outage(0, 10);
    write(1, 15, 20);
    absent(50, 51);
    assertThat(judgement.kind()).isEqualTo(Kind.STALE);
  }

  @Test
  void aWriteThatWasNotAcknowledgedIsNotLost() {
    key.writeStarts(1, 0, A, false);
    key.writeFails(1);
    outage(20, 40);
    absent(50, 51);
    assertThat(judgement.kind()).isEqualTo(Kind.FRESH);
    write(2, 60, 70);
    assertThat(key.decided(judgement)).isNull();
  }

  @Test
  void aDeletedRowIsNotLostAndARowThatReturnsIs() {
    write(1, 0, 5);
    delete(2, 10, 15);
    outage(20, 40);
    absent(50, 51);
    assertThat(judgement.kind()).isEqualTo(Kind.FRESH);
    read(1, 52, 53);
    assertThat(judgement.kind()).isEqualTo(Kind.HELD);
    write(3, 60, 70);
    // The delete was seen by the first read, but before it was missing.
    assertThat(decide().isLost()).isTrue();
  }

  @Test
  void aDeleteAfterTheOutageDoesNotHideALoss() {
    write(1, 0, 10);
    outage(20, 40);
    absent(50, 51);
    delete(2, 60, 65);
    absent(70, 71);
    assertThat(judgement.kind()).isEqualTo(Kind.FRESH);
    assertThat(decide().isLost()).isTrue();
  }

  @Test
  void rowsThatMayVanishAreNotLost() {
    write(1, 0, 10);
    outage(20, 40);
    key.read(Found.NOTHING_KNOWN, 0, 0, 50 * MS, 51 * MS, B, judgement);
    assertThat(judgement.kind()).isEqualTo(Kind.UNJUDGED);
    assertThat(key.decided(judgement)).isNull();
  }

  @Test
  void ofOverlappingWritersEitherMayRemain() {
    key.writeStarts(1, 0, A, false);
    key.writeStarts(2, 5 * MS, B, false);
    key.writeEnds(1, 10 * MS);
    key.writeEnds(2, 12 * MS);
    outage(20, 40);
    read(1, 50, 51);
    assertThat(judgement.kind()).isEqualTo(Kind.FRESH);
    read(2, 52, 53);
    assertThat(judgement.kind()).isEqualTo(Kind.FRESH);
    absent(54, 55);
    assertThat(judgement.kind()).isEqualTo(Kind.HELD);
    write(3, 60, 70);
    assertThat(decide().isLost()).isTrue();
  }

  @Test
  void aStoreThatIsKnownToBeThatLateHasNotLostIt() {
    outage(20, 40);
    KeyHistory other = key(8);
    other.writeStarts(1, 0, A, false);
    other.writeEnds(1, 10 * MS);
    other.read(Found.ABSENT, 0, 0, 60 * MS, 61 * MS, B, judgement);
    other.read(Found.WRITE, 1, 0, 70 * MS, 71 * MS, B, judgement);
    assertThat(judgement.released().count()).isEqualTo(1); // a lag of 20 ms after the outage
    write(1, 0, 10);
    absent(80, 81); // 40 ms after it
    write(2, 82, 83);
    assertThat(decide().isLost()).isFalse();
    assertThat(judgement.released().count()).isEqualTo(1);
    KeyHistory third = key(9);
    third.writeStarts(1, 0, A, false);
    third.writeEnds(1, 10 * MS);
    third.read(Found.ABSENT, 0, 0, 81 * MS, 82 * MS, B, judgement);
    assertThat(Objects.requireNonNull(third.decided(judgement)).isLost()).isTrue();
  }

  @Test
  void eachOutageCanLoseTheKeyAgainInTheSameMemory() {
    for (int round = 0; round < 100; round++) {
      long at = round * 20_000L;
      write(2 * round + 1, at, at + 10);
      outage(at + 20, at + 40);
      absent(at + 50, at + 51);
      write(2 * round + 2, at + 60, at + 70);
    }
    assertThat(decide().lostReads()).isEqualTo(100);
  }

  @Test
  void anUnknownEffectDecidesNothing() {
    write(1, 0, 10);
    outage(20, 40);
    absent(50, 51);
    key.becomesUnknowable();
    assertThat(decide().isLost()).isFalse();
    assertThat(judgement.released().count()).isEqualTo(1);
  }

  @Test
  void theReadBackClearsSuspicionsAndAddsNone() {
    write(1, 0, 10);
    outage(20, 40);
    judgement.stage(Judgement.Stage.READ_BACK);
    absent(50, 51);
    assertThat(judgement.kind()).isEqualTo(Kind.STALE);
    judgement.stage(Judgement.Stage.BEFORE);
    absent(50, 51);
    assertThat(judgement.kind()).isEqualTo(Kind.HELD);
    judgement.stage(Judgement.Stage.READ_BACK);
    read(1, 60, 61);
    assertThat(judgement.released().count()).isZero(); // the held read was before the measurement
    assertThat(decide().isLost()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureCode.Common.class,
      names = {"CONNECTION_LOST", "CONNECTION_REFUSED", "TIMEOUT", "UNAVAILABLE", "NOT_CONNECTED"})
  void failuresOfTheConnectionAreOutages(FailureCode.Common code) {
    assertThat(Outages.isOutage(Outcome.failed(code))).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureCode.Common.class,
      names = {"EXISTS", "THROTTLED", "TOO_LARGE", "ERROR", "AUTH"})
  void refusalsOfARequestAreNot(FailureCode.Common code) {
    assertThat(Outages.isOutage(Outcome.failed(code))).isFalse();
  }

  @Test
  void failuresLessThanASecondApartAreOneOutage() {
    outage(1_000, 1_100);
    outage(1_500, 2_000);
    outage(3_001, 3_002);
    Outages outages = evidence.outages();
    assertThat(outages.between(0, 999 * MS)).isNull();
    assertThat(outages.between(0, 2_500 * MS)).containsExactly(1_000 * MS, 2_000 * MS);
    assertThat(outages.between(2_000 * MS, 2_500 * MS)).isNull();
    assertThat(outages.between(0, 4_000 * MS)).containsExactly(3_001 * MS, 3_002 * MS);
    for (int i = 0; i < 1_000; i++) {
      outage(10_000 + 2_000 * i, 10_001 + 2_000 * i);
    }
    assertThat(outages.between(2_007_999 * MS, 2_008_100 * MS))
        .containsExactly(2_008_000 * MS, 2_008_001 * MS);
  }

  private KeyHistory key(long number) {
    return new KeyHistory(number, entriesLeft, 2, evidence);
  }

  private MissingWrite decide() {
    return Objects.requireNonNull(key.decided(judgement));
  }

  private void outage(long fromMs, long untilMs) {
    evidence.outages().failed(fromMs * MS, untilMs * MS);
  }

  private void write(long id, long startMs, long ackMs) {
    key.writeStarts(id, startMs * MS, A, false);
    key.writeEnds(id, ackMs * MS);
  }

  private void delete(long id, long startMs, long ackMs) {
    key.writeStarts(id, startMs * MS, A, true);
    key.writeEnds(id, ackMs * MS);
  }

  private void read(long id, long startMs, long endMs) {
    key.read(Found.WRITE, id, 0, startMs * MS, endMs * MS, B, judgement);
  }

  private void absent(long startMs, long endMs) {
    key.read(Found.ABSENT, 0, 0, startMs * MS, endMs * MS, B, judgement);
  }
}
