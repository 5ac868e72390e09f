package org.plimsoll.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;

/** A completion that remembers how the operation ended, how often, and the fields it found. */
public final class Ending implements Completion {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicInteger times = new AtomicInteger();
  private final AtomicReference<Outcome> outcome = new AtomicReference<>();
  private final List<Field> fields = new ArrayList<>();
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
