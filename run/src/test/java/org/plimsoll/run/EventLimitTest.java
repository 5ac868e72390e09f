package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.EventKind;

class EventLimitTest {
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final EventLimit limit = new EventLimit();

  private long admitted(EventKind kind, int events, long atNanos) {
    return IntStream.range(0, events).filter(_ -> limit.admits(kind, atNanos)).count();
  }

  @Test
  void aFloodOfEventsIsLimitedAndCountedEachMinute() {
    assertThat(admitted(EventKind.SESSION, 1_020, 5)).isEqualTo(20);
    assertThat(limit.over(MINUTE + 4)).isEmpty();
    assertThat(limit.over(MINUTE + 5))
        .containsExactly("1,000 more events of the kind 'session' within a minute");
    assertThat(limit.over(2 * MINUTE)).isEmpty();
  }

  @Test
  void theLimitRestartsEachMinute() {
    assertThat(admitted(EventKind.TARGET, 21, 0)).isEqualTo(20);
    assertThat(limit.over(MINUTE)).hasSize(1);
    assertThat(admitted(EventKind.TARGET, 20, MINUTE)).isEqualTo(20);
    assertThat(limit.rest()).isEmpty();
  }

  @Test
  void omittedEventsAreReportedAtTheEnd() {
    assertThat(admitted(EventKind.WARNING, 23, 0)).isEqualTo(20);
    assertThat(limit.rest()).containsExactly("3 more events of the kind 'warning' within a minute");
  }

  @Test
  void eachKindHasItsOwnLimitAndTheRunsOwnEventsHaveNone() {
    assertThat(admitted(EventKind.SESSION, 100, 0)).isEqualTo(20);
    assertThat(admitted(EventKind.TARGET, 10, 0)).isEqualTo(10);
    assertThat(admitted(EventKind.TRIAL, 1_000, 0)).isEqualTo(1_000);
  }
}
