package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;

/** Events that repeat are one event with their count. */
class RepeatedEventsTest extends VirtualRuns {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final String OPENED = "a session was opened again";

  private final RepeatedEvents repeated = new RepeatedEvents();

  private List<RunEvent> sessions() {
    return events().stream().filter(event -> event.kind() == EventKind.SESSION).toList();
  }

  private List<String> over(long nowNanos) {
    return repeated.over(nowNanos).stream().map(RepeatedEvents.Group::text).toList();
  }

  @Test
  void repeatedEventsAreOneWithTheirCountOnceTheyStop() {
    for (int i = 0; i < 16; i++) {
      assertThat(repeated.takes(EventKind.SESSION, OPENED, SECOND + i * 10L * MILLI)).isTrue();
    }
    assertThat(over(3 * SECOND)).isEmpty();
    assertThat(over(4 * SECOND)).containsExactly(OPENED + ", 16 times within 150 ms");
    assertThat(over(9 * SECOND)).isEmpty();
  }

  @Test
  void eventsThatDifferInTheirNumbersAreOneGroup() {
    for (int i = 3; i < 6; i++) {
      String text = "a session with " + i + " unanswered calls was discarded";
      assertThat(repeated.takes(EventKind.SESSION, text, 0)).isTrue();
    }
    assertThat(over(2 * SECOND))
        .containsExactly(
            "a session with 3 unanswered calls was discarded, 3 such events within 1.00 ms");
  }

  @Test
  void aSingleEventKeepsItsText() {
    repeated.takes(EventKind.SESSION, OPENED, 0);
    assertThat(repeated.rest())
        .singleElement()
        .satisfies(group -> assertThat(group.text()).isEqualTo(OPENED));
  }

  @Test
  void eventsThatDoNotStopAreToldEveryTenSeconds() {
    int told = 0;
    for (long second = 0; second < 60; second++) {
      repeated.takes(EventKind.SESSION, OPENED, second * SECOND);
      told += over(second * SECOND).size();
    }
    assertThat(told).isEqualTo(5);
  }

  @Test
  void eventsOnWhichOthersDependAreNotHeldBack() {
    for (EventKind kind : EventKind.values()) {
      assertThat(repeated.takes(kind, "x", 0)).isEqualTo(kind == EventKind.SESSION);
    }
  }

  @Test
  void theNumberOfGroupsIsBounded() {
    for (int i = 0; i < RepeatedEvents.GROUPS_MAX; i++) {
      assertThat(repeated.takes(EventKind.SESSION, "scenario " + "x".repeat(i), 0)).isTrue();
    }
    assertThat(repeated.takes(EventKind.SESSION, "one more", 0)).isFalse();
    assertThat(repeated.takes(EventKind.SESSION, "scenario ", 0)).isTrue();
    assertThat(repeated.rest()).hasSize(RepeatedEvents.GROUPS_MAX);
  }

  @Test
  void listenersReceiveOneEventWithTheTimesOfTheFirstAndTheLast() throws Exception {
    run(
        "sim:?service=1ms",
        Map.of("rate", "100", "warmup", "0s", "for", "20s"),
        run -> {
          for (int i = 0; i < 12; i++) {
            at(5_000 + i * 100, () -> run.tell(EventKind.SESSION, OPENED));
          }
        });

    RunEvent event = sessions().getFirst();
    assertThat(sessions()).hasSize(1);
    assertThat(event.text()).isEqualTo(OPENED + ", 12 times within 1.10 s");
    assertThat(event.atNanos()).isEqualTo(5 * SECOND);
    assertThat(event.repeats()).isEqualTo(new RunEvent.Repeats(12, 6_100 * MILLI));
  }

  @Test
  void aRunThatEndsMeanwhileReportsTheRest() throws Exception {
    run(
        "sim:?service=1ms",
        Map.of("rate", "100", "warmup", "0s", "for", "5s"),
        run -> {
          for (int i = 0; i < 3; i++) {
            at(4_900, () -> run.tell(EventKind.SESSION, OPENED));
          }
        });

    assertThat(sessions())
        .singleElement()
        .satisfies(
            event -> assertThat(event.repeats()).isEqualTo(new RunEvent.Repeats(3, 4_900 * MILLI)));
  }
}
