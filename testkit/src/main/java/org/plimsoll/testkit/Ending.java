package org.plimsoll.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;

/**
 * A completion that records the outcome, the number of calls, the fields of the rows, and the
 * failure's message.
 */
public final class Ending implements Completion {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * The maximum duration of a call to {@code execute}. A longer call is reported, because it has
   * probably waited for the server.
   */
  private static final Duration AT_ONCE = Duration.ofSeconds(1);

  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicInteger times = new AtomicInteger();
  private final AtomicReference<Outcome> outcome = new AtomicReference<>();
  private final List<Field> fields = new ArrayList<>();
  private volatile @Nullable String message;
  private final Runnable atEnd;
  private volatile Duration call = Duration.ZERO;

  /** A field that was read from a row. */
  @SuppressWarnings("ArrayRecordComponent") // Fields are never compared.
  public record Field(int item, String name, byte[] value) {}

  public Ending() {
    this(() -> {});
  }

  /** Creates a completion that also runs an action during the call, as the engine does. */
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

  /** Waits for the end, and returns the outcome of the operation. */
  public Outcome outcome() {
    if (!endsWithin(PATIENCE)) {
      throw new AssertionError(
          "the operation was not completed within " + PATIENCE.toSeconds() + " s");
    }
    Outcome ended = outcome.get();
    if (ended.payloadBytes() < 0 || ended.items() < 0 || ended.attempts() < 0) {
      throw new AssertionError("bytes, items or attempts below 0: " + ended);
    }
    return ended;
  }

  /** Waits for the end, and returns the message of the failure, or null if there is none. */
  public @Nullable String message() {
    Outcome _ = outcome();
    return message;
  }

  /** Waits for the end for at most the given time. Returns whether the operation has ended. */
  public boolean endsWithin(Duration patience) {
    try {
      return ended.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Returns the number of completions so far, which must never exceed one. */
  public int times() {
    return times.get();
  }

  /** Waits for the end, and returns the fields of the rows, in order. */
  public List<Field> fields() {
    Outcome _ = outcome();
    return fields;
  }

  /**
   * Waits for the end, and returns the fields as text: {@code 0:name=value}, or {@code 0:=value} if
   * rows have one field without a name.
   */
  public List<String> fieldTexts() {
    return fields().stream()
        .map(field ->
            field.item()
                + ":"
                + field.name()
                + "="
                + new String(field.value(), StandardCharsets.UTF_8))
        .toList();
  }

  /** Records the duration of the call that started the operation. */
  void returnedAfter(Duration time) {
    call = time;
  }

  /** Describes the state for the message of an assertion. Does not wait. */
  @Override
  public String toString() {
    Outcome ended = outcome.get();
    StringBuilder text = new StringBuilder();
    if (ended == null) {
      text.append("not ended");
    } else {
      text.append(ended.status().name().toLowerCase(Locale.ROOT));
      if (ended.failureCode() != null) {
        text.append(' ').append(ended.failureCode());
      }
      if (message != null) {
        text.append(" (").append(message).append(')');
      }
    }
    if (times() > 1) {
      text.append(", completed ").append(times()).append(" times");
    }
    if (call.compareTo(AT_ONCE) > 0) {
      text.append(", execute returned after ").append(call.toMillis()).append(" ms");
    }
    return text.toString();
  }
}
