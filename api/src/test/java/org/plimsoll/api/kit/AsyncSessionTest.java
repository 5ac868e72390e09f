package org.plimsoll.api.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Row;

class AsyncSessionTest {
  @Test
  void anOperationCompletesOnce() {
    Wire wire = new Wire();
    Answer answer = new Answer();
    wire.execute(Nothing.IN_PARTICULAR, answer);
    InFlight flight = wire.sent.remove();
    assertThat(flight.hasEnded()).isFalse();
    flight.finish(Outcome.succeeded(7));
    flight.finish(Outcome.notFound());
    wire.close();
    assertThat(flight.hasEnded()).isTrue();
    assertThat(answer.outcomes).containsExactly(Outcome.succeeded(7));
  }

  @Test
  void closingFailsWhatIsInFlightBeforeItReleasesAndRefusesTheRest() {
    Wire wire = new Wire();
    Answer early = new Answer();
    Answer late = new Answer();
    wire.execute(Nothing.IN_PARTICULAR, early);
    wire.close();
    wire.close();
    wire.execute(Nothing.IN_PARTICULAR, late);
    assertThat(wire.log).containsExactly("closing", "abandoned", "release");
    assertThat(early.outcomes).extracting(Outcome::failureCode).containsExactly("closed");
    assertThat(late.outcomes).extracting(Outcome::failureCode).containsExactly("closed");
    assertThat(early.outcomes.getFirst().attempts()).isEqualTo(1);
    assertThat(late.outcomes.getFirst().attempts()).isZero();
  }

  @Test
  void withoutAConnectionNothingIsSent() {
    Wire wire = new Wire();
    wire.connected = false;
    Answer answer = new Answer();
    wire.execute(Nothing.IN_PARTICULAR, answer);
    assertThat(wire.sent).isEmpty();
    assertThat(answer.outcomes).extracting(Outcome::failureCode).containsExactly("closed");
  }

  @Test
  void unsentOperationsFailWithTheCodeOfTheException() {
    Wire wire = new Wire();
    wire.failure = new UnsupportedOperationException("no such thing");
    Answer answer = new Answer();
    wire.execute(Nothing.IN_PARTICULAR, answer);
    assertThat(answer.outcomes).extracting(Outcome::failureCode).containsExactly("unsupported");
    assertThat(answer.outcomes.getFirst().attempts()).isZero();
  }

  @Test
  void aFollowedFutureCompletesTheOperationWithItsAnswer() {
    CompletableFuture<Integer> future = new CompletableFuture<>();
    Answer answer = followed(future, Outcome::succeeded);
    assertThat(answer.outcomes).isEmpty();
    future.complete(7);
    assertThat(answer.outcomes).containsExactly(Outcome.succeeded(7));
  }

  @Test
  void aFollowedFutureThatFailsFailsTheOperation() {
    CompletableFuture<Integer> future = new CompletableFuture<>();
    Answer answer = followed(future, Outcome::succeeded);
    future.completeExceptionally(new UnsupportedOperationException("no such thing"));
    assertThat(answer.outcomes).extracting(Outcome::failureCode).containsExactly("unsupported");
  }

  @Test
  void anAnswerThatCannotBeReadFailsTheOperation() {
    Answer answer =
        followed(
            CompletableFuture.completedFuture(7),
            _ -> {
              throw new UnsupportedOperationException("no such form");
            });
    assertThat(answer.outcomes).extracting(Outcome::failureCode).containsExactly("unsupported");
  }

  @Test
  void closingCancelsAFollowedFuture() {
    Wire wire = new Wire();
    Answer answer = new Answer();
    wire.execute(Nothing.IN_PARTICULAR, answer);
    InFlight flight = wire.sent.remove();
    CompletableFuture<Integer> before = new CompletableFuture<>();
    CompletableFuture<Integer> after = new CompletableFuture<>();
    flight.follow(before, Outcome::succeeded, Outcome::failed);
    wire.close();
    flight.follow(after, Outcome::succeeded, Outcome::failed);
    assertThat(before).isCancelled();
    assertThat(after).isCancelled();
    assertThat(answer.outcomes).extracting(Outcome::failureCode).containsExactly("closed");
  }

  private static Answer followed(
      CompletableFuture<Integer> future, Function<Integer, Outcome> answered) {
    Wire wire = new Wire();
    Answer answer = new Answer();
    wire.execute(Nothing.IN_PARTICULAR, answer);
    wire.sent.remove().follow(future, answered, Outcome::failed);
    return answer;
  }

  /** Number of rounds; many, since the race is rare. */
  @Test
  void anOperationDuringTheCloseCompletesOnce() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      Wire wire = new Wire();
      Answer answer = new Answer();
      CountDownLatch go = new CountDownLatch(1);
      Thread sender =
          Thread.ofPlatform()
              .start(() -> {
                await(go);
                wire.execute(Nothing.IN_PARTICULAR, answer);
              });
      go.countDown();
      wire.close();
      sender.join();
      assertThat(answer.count.get()).isEqualTo(1);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A session that sends into a queue. */
  private static final class Wire extends AsyncSession<InFlight> {
    private final Queue<InFlight> sent = new ConcurrentLinkedQueue<>();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private boolean connected = true;
    private @Nullable RuntimeException failure;

    @Override
    protected @Nullable InFlight begin(Operation operation, Completion completion) {
      return connected ? new Request(completion) : null;
    }

    @Override
    protected void send(Operation operation, InFlight flight) {
      if (failure != null) {
        throw failure;
      }
      sent.add(flight);
    }

    @Override
    protected void closing() {
      log.add("closing");
    }

    @Override
    protected void release() {
      log.add("release");
    }

    private final class Request extends InFlight {
      Request(Completion completion) {
        super(completion);
      }

      @Override
      protected void abandoned() {
        log.add("abandoned");
      }
    }
  }

  static final class Answer implements Completion {
    private final AtomicInteger count = new AtomicInteger();
    final List<Outcome> outcomes = new ArrayList<>();

    @Override
    public void started() {}

    @Override
    public void complete(Outcome outcome) {
      count.incrementAndGet();
      outcomes.add(outcome);
    }
  }

  enum Nothing implements Operation {
    IN_PARTICULAR;

    @Override
    public OperationType type() {
      return OperationType.READ;
    }

    @Override
    public int size() {
      return 0;
    }

    @Override
    public Key key(int index) {
      throw new IndexOutOfBoundsException(index);
    }

    @Override
    public Row row(int index) {
      throw new IndexOutOfBoundsException(index);
    }

    @Override
    public int scanLength() {
      return 0;
    }

    @Override
    public long deadlineNanos() {
      return Long.MAX_VALUE;
    }
  }
}
