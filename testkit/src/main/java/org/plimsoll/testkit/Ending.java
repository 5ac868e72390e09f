package org.plimsoll.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;

/**
 * A completion that records the outcome, how often it was called, the fields of the rows, and the
 * failure's message.
 */
public final class Ending implements Completion {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicInteger times = new AtomicInteger();
  private final AtomicReference<Outcome> outcome = new AtomicReference<>();
  private final List<Field> fields = new ArrayList<>();
  private volatile @Nullable String message;
  private final Runnable atEnd;

  /** A field that was read. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Field(int item, String name, byte[] value) {}

  public Ending() {
    this(() -> {});
  }

  /** Creates a completion that also runs an action within the call, as the engine does. */
  public Ending(Runnable atEnd) {
    this.atEnd = atEnd;
  }

  @Override
  public void started() {}

  @Override
  public void complete(Outcome newOutcome) {
    if (times.incrementAndGet() > 1) {
      return;
    }
    Outcome.ReadRows rows = newOutcome.rows();
    if (rows != null) {
      rows.forEachField((item, name, bytes, offset, length) -> {
        byte[] value = new byte[length];
        System.arraycopy(bytes, offset, value, 0, length);
        fields.add(new Field(item, name, value));
      });
    }
    Supplier<String> said = newOutcome.message();
    if (said != null) {
      message = said.get();
    }
    atEnd.run();
    outcome.set(newOutcome);
    ended.countDown();
  }

  /** The outcome of the operation; waits for it. */
  public Outcome outcome() {
    if (!endsWithin(PATIENCE)) {
      throw new AssertionError("the operation was never completed");
    }
    return outcome.get();
  }

  /** The message of the failure; null if there is none. Waits for the end. */
  public @Nullable String message() {
    Outcome _ = outcome();
    return message;
  }

  /** Waits for the end, at most this long. */
  public boolean endsWithin(Duration patience) {
    try {
      return ended.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** The number of completions so far, which must never exceed one. */
  public int times() {
    return times.get();
  }

  /** The fields that were lent, in order; complete once {@link #outcome} has returned. */
  public List<Field> fields() {
    return fields;
  }

  /** The fields as text: {@code 0:field0=value}. */
  public List<String> fieldTexts() {
    return fields.stream()
        .map(field ->
            field.item()
                + ":"
                + field.name()
                + "="
                + new String(field.value(), StandardCharsets.UTF_8))
        .toList();
  }
}
