package org.plimsoll.report.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;

final class EventSampleTest {
  private final EventSample sample = new EventSample();

  @Test
  void fewEventsAreAllKeptInOrder() {
    sample.add(new RunEvent(5, EventKind.PHASE, "one"));
    sample.add(new RunEvent(5, EventKind.SESSION, "two"));
    sample.add(new RunEvent(5, EventKind.PHASE, "three"));

    assertThat(sample.inOrder()).extracting(RunEvent::text).containsExactly("one", "two", "three");
  }

  @Test
  void changesAreKeptAmongThousandsOfOtherEvents() {
    for (int i = 0; i < 50_000; i++) {
      sample.add(
          i == 30_000
              ? new RunEvent(
                  i, EventKind.PARAMETER, "x", new RunEvent.Change("ada", "rate", "1k", "2k"))
              : new RunEvent(i, EventKind.SESSION, "a session was opened again"));
    }

    List<RunEvent> kept = sample.inOrder();
    assertThat(kept)
        .hasSizeLessThanOrEqualTo(1001)
        .isSortedAccordingTo(Comparator.comparingLong(RunEvent::atNanos));
    assertThat(kept).filteredOn(event -> event.change() != null).hasSize(1);
    assertThat(kept.getFirst().atNanos()).isZero();
    assertThat(kept.getLast().atNanos()).isEqualTo(49_999);
  }
}
