package org.plimsoll.analysis.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.plimsoll.analysis.consistency.OperationHistory.Entry;
import org.plimsoll.analysis.consistency.OperationHistory.Kind;

final class AtomicRegisterTest {
  @Test
  void aReadOfTheOldValueAfterAReadOfTheNewOneIsNotAtomic() {
    // Regular, but not atomic: both reads overlap the write.
    List<Entry> history =
        List.of(write(1, 0, 10), write(2, 20, 60), read(2, 25, 30), read(1, 40, 50));
    AtomicRegister.Result result = AtomicRegister.check(history);
    assertThat(result.conflicts()).isEqualTo(1);
    // If it starts 10 earlier, at 30, the second read touches the first.
    assertThat(result.deltaNanos()).isEqualTo(10);
    assertThat(AtomicRegister.check(without(history, 3)).conflicts()).isZero();
  }

  @Test
  void deltaIsTheStalenessOfASingleStaleRead() {
    List<Entry> history = List.of(write(1, 0, 10), write(2, 20, 30), read(1, 530, 531));
    assertThat(AtomicRegister.check(history).deltaNanos()).isEqualTo(500);
    assertThat(AtomicRegister.check(without(history, 2)).deltaNanos()).isZero();
  }

  @Test
  void aReadThatEndsBeforeItsWriteStartsHasNoDelta() {
    AtomicRegister.Result result =
        AtomicRegister.check(List.of(read(1, 0, 10), write(1, 20, 30), write(2, 40, 50)));
    assertThat(result.conflicts()).isPositive();
    assertThat(result.deltaNanos()).isNull();
  }

  @Test
  void earlierValuesMustNotReappear() {
    assertThat(conflicts(write(1, 0, 10), initial(5, 20))).isZero();
    assertThat(conflicts(write(1, 0, 10), initial(11, 20))).isOne();
    assertThat(conflicts(write(1, 0, 50), read(1, 10, 15), initial(20, 30))).isOne();
  }

  @Test
  void aFailedWriteMayTakeEffectLateOrNever() {
    Entry failed = entry(Kind.UNKNOWN_WRITE, 1, 0, KeyWrites.OPEN);
    assertThat(conflicts(failed, write(2, 20, 30), read(2, 40, 50))).isZero();
    assertThat(conflicts(failed, write(2, 20, 30), read(2, 40, 50), read(1, 60, 70))).isZero();
    assertThat(
            conflicts(failed, write(2, 20, 30), read(1, 40, 50), read(2, 60, 70), read(1, 80, 90)))
        .isPositive();
  }

  @Test
  void operationsThatTouchAreConcurrent() {
    assertThat(conflicts(write(1, 0, 10), write(2, 20, 30), read(1, 30, 40))).isZero();
    assertThat(conflicts(write(1, 0, 10), write(2, 20, 30), read(1, 31, 40))).isOne();
  }

  /** The reference: tries every order. */
  @Test
  void theCheckAgreesWithASearchOfAllOrders() {
    SplittableRandom random = new SplittableRandom(20261121);
    int atomic = 0;
    int trials = 20_000;
    for (int trial = 0; trial < trials; trial++) {
      List<Entry> history = randomHistory(random);
      boolean expected = isLinearizable(history);
      assertThat(AtomicRegister.check(history).conflicts() == 0)
          .as(history.toString())
          .isEqualTo(expected);
      atomic += expected ? 1 : 0;
    }
    assertThat(atomic).isBetween(trials / 10, trials * 9 / 10);
  }

  @Test
  void deltaIsTheLeastThatHelps() {
    SplittableRandom random = new SplittableRandom(20261122);
    int checked = 0;
    while (checked < 1_000) {
      List<Entry> history = randomHistory(random);
      Long delta = AtomicRegister.check(history).deltaNanos();
      if (delta == null || delta == 0) {
        continue;
      }
      checked++;
      assertThat(isLinearizable(earlier(history, delta))).as(history.toString()).isTrue();
      assertThat(isLinearizable(earlier(history, delta - 1))).as(history.toString()).isFalse();
    }
  }

  private static List<Entry> earlier(List<Entry> history, long delta) {
    return history.stream()
        .map(
            e -> e.isWrite() ? e : entry(e.kind(), e.write(), e.startNanos() - delta, e.endNanos()))
        .toList();
  }

  private static List<Entry> randomHistory(SplittableRandom random) {
    List<Entry> history = new ArrayList<>();
    int writes = random.nextInt(1, 4);
    for (int id = 1; id <= writes; id++) {
      long start = random.nextInt(24);
      if (random.nextInt(8) == 0) {
        history.add(entry(Kind.UNKNOWN_WRITE, id, start, KeyWrites.OPEN));
      } else {
        history.add(write(id, start, start + random.nextInt(10)));
      }
    }
    int reads = random.nextInt(0, 5);
    for (int i = 0; i < reads; i++) {
      long start = random.nextInt(28);
      long end = start + random.nextInt(8);
      int id = random.nextInt(writes + 1);
      history.add(id == 0 ? initial(start, end) : read(id, start, end));
    }
    return history;
  }

  /** Tries to place one operation after another first, as far as their times and values allow. */
  private static boolean isLinearizable(List<Entry> history) {
    return isLinearizable(history, 0, 0, new HashSet<>());
  }

  private static boolean isLinearizable(
      List<Entry> history, int done, long value, Set<Long> visited) {
    boolean isOver = true;
    long firstEnd = Long.MAX_VALUE;
    for (int i = 0; i < history.size(); i++) {
      if ((done & 1 << i) == 0) {
        Entry left = history.get(i);
        isOver &= left.kind() == Kind.UNKNOWN_WRITE;
        firstEnd = Math.min(firstEnd, left.endNanos());
      }
    }
    if (isOver) {
      return true;
    }
    if (!visited.add(done * 100L + value)) {
      return false;
    }
    for (int i = 0; i < history.size(); i++) {
      Entry next = history.get(i);
      boolean isLeft = (done & 1 << i) == 0;
      boolean mayBeFirst = next.startNanos() <= firstEnd;
      boolean fits = next.isWrite() || next.write() == value;
      if (isLeft && mayBeFirst && fits) {
        long then = next.isWrite() ? next.write() : value;
        if (isLinearizable(history, done | 1 << i, then, visited)) {
          return true;
        }
      }
    }
    return false;
  }

  private static long conflicts(Entry... history) {
    return AtomicRegister.check(List.of(history)).conflicts();
  }

  private static List<Entry> without(List<Entry> history, int index) {
    List<Entry> rest = new ArrayList<>(history);
    rest.remove(index);
    return rest;
  }

  private static Entry write(long id, long start, long end) {
    return entry(Kind.WRITE, id, start, end);
  }

  private static Entry read(long id, long start, long end) {
    return entry(Kind.READ, id, start, end);
  }

  private static Entry initial(long start, long end) {
    return entry(Kind.READ_INITIAL, 0, start, end);
  }

  private static Entry entry(Kind kind, long id, long start, long end) {
    return new Entry(kind, 1, 1, 0, id, start, end);
  }
}
