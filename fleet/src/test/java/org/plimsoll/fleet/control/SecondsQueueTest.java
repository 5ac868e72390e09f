package org.plimsoll.fleet.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SecondsQueueTest {
  private static final long SECOND = 1_000_000_000;

  private final List<Long> sent = new ArrayList<>();
  private final SecondsQueue queue =
      new SecondsQueue(
          "r",
          new SecondsStore() {
            @Override
            public void put(String run, long number, long second, byte[] data) {}

            @Override
            public Optional<Stored> get(String run, long number) {
              return Optional.empty();
            }

            @Override
            public void forget(String run, long upToNumber) {}
          });
  private final Outbox out =
      new Outbox() {
        @Override
        public void toMember(String node, FleetMessage message) {}

        @Override
        public void toCoordinator(String node, FleetMessage message) {
          sent.add(((FleetMessage.Second) message).number());
        }

        @Override
        public void toAllMembers(FleetMessage message) {}
      };

  /** Adds a second, and sends what is due some ticks later. */
  private List<Long> next(int second) {
    sent.clear();
    long _ = queue.add(second, new byte[1]);
    for (int tick = 0; tick < 10; tick++) {
      queue.send(
          new SecondsQueue.Sender(new Term(1, "a"), "b", 1),
          out,
          second * SECOND + tick * SECOND / 10);
    }
    return List.copyOf(sent);
  }

  @Test
  void whatIsKeptIsSentOnce() {
    for (int second = 1; second <= 10; second++) {
      assertThat(next(second)).containsExactly((long) second);
      queue.keptUpTo(second, second * SECOND + SECOND / 2);
    }
  }

  @Test
  void aSecondThatWasLostIsSentAgainAlthoughLaterOnesFollowEachSecond() {
    assertThat(next(1)).containsExactly(1L);
    assertThat(next(2)).containsExactly(2L);
    // More than 2 s after the first was sent, and again after that.
    List<Long> later = new ArrayList<>();
    for (int second = 3; second <= 8; second++) {
      later.addAll(next(second));
    }
    assertThat(later.stream().filter(each -> each == 1)).hasSizeBetween(2, 3);

    queue.keptUpTo(8, 9 * SECOND);
    assertThat(next(9)).containsExactly(9L);
  }

  @Test
  void allThatIsNotKeptIsSentAgainToANewCoordinator() {
    assertThat(next(1)).containsExactly(1L);
    assertThat(next(2)).containsExactly(2L);
    queue.keptUpTo(1, 3 * SECOND);
    queue.sendAgain();
    assertThat(next(3)).containsExactly(2L, 3L);
  }
}
