package org.plimsoll.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Session;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.clock.VirtualClock;

/** The number of sessions while some are discarded, opened again, retired or closed. */
class SessionsTest {
  private static final long TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final VirtualClock clock = new VirtualClock();
  private final List<Opened> opened = new ArrayList<>();
  private final List<String> events = new ArrayList<>();
  private Callable<Session> opener = this::opened;
  private final Sessions sessions = new Sessions(clock, () -> opener.call(), events::add);

  @Test
  void aDiscardedSessionIsReplaced() throws Exception {
    sessions.open(2);
    discardOne();
    assertThat(sessions.size()).isEqualTo(2);
    assertThat(open()).isEqualTo(2);
    assertThat(events)
        .containsExactly(
            "a session with 1 unanswered calls was discarded", "a session was opened again");
  }

  @Test
  void aReplacementIsClosedIfFewerSessionsAreWantedWhenItIsOpen() throws Exception {
    sessions.open(2);
    opener =
        () -> {
          sessions.resize(1);
          return opened();
        };
    discardOne();
    assertThat(sessions.size()).isEqualTo(1);
    assertThat(open()).isEqualTo(1);
    assertThat(events).doesNotContain("a session was opened again");
  }

  @Test
  void aDiscardedSessionIsReplacedAfterAnIncreaseThatFailed() throws Exception {
    sessions.open(2);
    opener =
        () -> {
          throw new IOException("refused");
        };
    discardOne();
    assertThatThrownBy(() -> sessions.resize(4)).hasMessage("refused");
    opener = this::opened;
    passSecond();
    assertThat(sessions.size()).isEqualTo(2);
    assertThat(open()).isEqualTo(2);
  }

  @Test
  void noSessionIsOpenAfterTheEndEvenIfOthersWereBeingOpened() throws Exception {
    opener =
        () -> {
          sessions.close();
          return opened();
        };
    sessions.open(3);
    assertThat(sessions.size()).isZero();
    assertThat(opened).hasSize(1);
    assertThat(open()).isZero();
  }

  private void discardOne() throws InterruptedException {
    Objects.requireNonNull(sessions.tryAcquire(10)).abandoned();
    passSecond();
    sessions.discardStuck(clock.nanoTime(), TIMEOUT_NANOS);
    passSecond();
  }

  private void passSecond() throws InterruptedException {
    Signal passed = new Signal();
    clock.schedule(clock.nanoTime() + TimeUnit.SECONDS.toNanos(1), passed::fire);
    clock.await(passed);
  }

  private Session opened() {
    Opened session = new Opened();
    opened.add(session);
    return session;
  }

  private long open() {
    return opened.stream().filter(session -> !session.isClosed).count();
  }

  private static final class Opened implements Session {
    private boolean isClosed;

    @Override
    public void execute(Operation operation, Completion completion) {}

    @Override
    public void close() {
      isClosed = true;
    }
  }
}
