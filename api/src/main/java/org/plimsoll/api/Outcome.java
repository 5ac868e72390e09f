package org.plimsoll.api;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How an operation ended, as its driver saw it. Failures are data: nothing is thrown.
 *
 * @param status what became of it
 * @param failureCode the {@linkplain FailureCode#text text} of its code; null unless failed
 * @param items rows read or written
 * @param payloadBytes bytes of values moved, in either direction
 * @param attempts requests sent, the client library's own retries and speculative ones included; 0
 *     when none was sent yet
 * @param rows what a read found, where the driver {@link Driver.Capability#RETURNS_ROWS}
 * @param message makes the words with which the store, or its client, failed; null where it had
 *     none. It is asked for the first failure of a code alone, so that it costs nothing to offer it
 *     each time; it reads nothing that is lent, since a composed driver may ask it later
 */
public record Outcome(
    Status status,
    @Nullable String failureCode,
    int items,
    long payloadBytes,
    int attempts,
    @Nullable ReadRows rows,
    @Nullable Supplier<String> message) {
  private static final Outcome NOT_FOUND = new Outcome(Status.NOT_FOUND, null, 0, 0, 1, null, null);

  /** What became of an operation. */
  public enum Status {
    SUCCEEDED,
    NOT_FOUND,
    FAILED
  }

  /** Lends the fields that were read, until the completion returns. */
  @FunctionalInterface
  public interface ReadRows {
    void forEachField(FieldVisitor visitor);
  }

  /** Sees one field of one row. */
  @FunctionalInterface
  public interface FieldVisitor {
    /**
     * Takes one field, whose bytes are lent until it returns.
     *
     * @param item index of the operation's key that the field was found under
     * @param name the field's name, or {@code ""} where the store keeps one unnamed value
     */
    void field(int item, String name, byte[] bytes, int offset, int length);
  }

  /** The store did what was asked, for one item. */
  public static Outcome succeeded(long payloadBytes) {
    return new Outcome(Status.SUCCEEDED, null, 1, payloadBytes, 1, null, null);
  }

  /** The store did what was asked, for several items. */
  public static Outcome succeeded(int items, long payloadBytes) {
    return new Outcome(Status.SUCCEEDED, null, items, payloadBytes, 1, null, null);
  }

  /**
   * The client took it and will send it with others: the store has not seen it yet. It counts as
   * succeeded, and its time, which is that of a buffer, is not recorded among those of answers.
   */
  public static Outcome buffered(long payloadBytes) {
    return new Outcome(Status.SUCCEEDED, null, 1, payloadBytes, 0, null, null);
  }

  /** The key was absent, which the workload may expect. */
  public static Outcome notFound() {
    return NOT_FOUND;
  }

  /** The store refused or broke, without a word. */
  public static Outcome failed(FailureCode code) {
    return new Outcome(Status.FAILED, code.text(), 0, 0, 1, null, null);
  }

  /**
   * The store refused or broke.
   *
   * @param message its words, as they are: whoever shows them cuts them, and takes secrets out
   */
  public static Outcome failed(FailureCode code, String message) {
    return failed(code, () -> message);
  }

  /** The store refused or broke, and its client threw this; see {@link #messageOf}. */
  public static Outcome failed(FailureCode code, Throwable failure) {
    return failed(code, () -> messageOf(failure));
  }

  /** The same, with the code that {@link FailureCode#of(Throwable)} gives the exception. */
  public static Outcome failed(Throwable failure) {
    return failed(FailureCode.of(failure), failure);
  }

  /** The store refused or broke; its words are made when somebody wants to read them. */
  public static Outcome failed(FailureCode code, Supplier<String> message) {
    return new Outcome(Status.FAILED, code.text(), 0, 0, 1, null, message);
  }

  /** The same, sent this many times. */
  public Outcome withAttempts(int newAttempts) {
    return new Outcome(status, failureCode, items, payloadBytes, newAttempts, rows, message);
  }

  /** The same, with what was read. */
  public Outcome withRows(ReadRows newRows) {
    return new Outcome(status, failureCode, items, payloadBytes, attempts, newRows, message);
  }

  /** The same failure under another code. */
  public Outcome withFailureCode(FailureCode newCode) {
    return new Outcome(status, newCode.text(), items, payloadBytes, attempts, rows, message);
  }

  /** Words are no part of it: what has not been said cannot be compared. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Outcome its
        && status == its.status
        && Objects.equals(failureCode, its.failureCode)
        && items == its.items
        && payloadBytes == its.payloadBytes
        && attempts == its.attempts
        && Objects.equals(rows, its.rows);
  }

  @Override
  public int hashCode() {
    return Objects.hash(status, failureCode, items, payloadBytes, attempts, rows);
  }

  /**
   * What an exception says: its own message, and that of what was at the bottom of it. Exceptions
   * that only wrap another one say nothing of their own, and those of the JVM little without their
   * names.
   */
  public static String messageOf(Throwable failure) {
    String said = "";
    List<Throwable> causes = Causes.of(failure);
    for (int i = 0; i + 1 < causes.size(); i++) {
      String own = causes.get(i).getMessage();
      if (said.isEmpty() && own != null && !own.equals(String.valueOf(causes.get(i + 1)))) {
        said = own;
      }
    }
    Throwable cause = causes.getLast();
    String last = Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
    if (cause.getMessage() != null
        && (cause instanceof LinkageError || cause instanceof NumberFormatException)) {
      last = cause.getClass().getSimpleName() + ": " + last;
    }
    return said.isEmpty() ? last : said.contains(last) ? said : said + ": " + last;
  }

  /** The same on one line, to be a part of another sentence. */
  public static String sentenceOf(Throwable failure) {
    return messageOf(failure).replaceAll("\\s+", " ").strip();
  }
}
