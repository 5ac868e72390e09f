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
 * A completion that remembers how the operation ended, how often, the fields it found, and what was
 * said with a failure.
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
  @SuppressWarnings("ArrayRecordComponent") // compared nowhere
  public record Field(int item, String name, byte[] value) {}

  public Ending() {
    this(() -> {});
  }

  /** With an action of the engine's, run within the completion. */
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

  /** How it ended; waits for that. */
  public Outcome outcome() {
    if (!endsWithin(PATIENCE)) {
      throw new AssertionError("the operation was never completed");
    }
    return outcome.get();
  }

  /** What was said with the failure; null where nothing was. Waits for the end. */
  public @Nullable String message() {
    Outcome _ = outcome();
    return message;
  }

  /** Waits for its end, no longer than this. */
  public boolean endsWithin(Duration patience) {
    try {
      return ended.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** How often it was completed so far: must never exceed one. */
  public int times() {
    return times.get();
  }

  /** What was lent, in order; complete once {@link #outcome} has returned. */
  public List<Field> fields() {
    return fields;
  }

  /** The same as text: {@code 0:field0=value}. */
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
