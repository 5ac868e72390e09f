package org.plimsoll.api;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The result of an operation, as its driver saw it. Failures are values, not exceptions.
 *
 * @param status status of the operation
 * @param failureCode {@linkplain FailureCode#text text} of the failure code; null unless the
 *     operation failed
 * @param items rows read or written
 * @param payloadBytes bytes of values sent and received
 * @param attempts requests sent, including retries and speculative requests of the client library;
 *     0 if none was sent yet
 * @param rows the rows of a read, if the driver {@link Driver.Capability#RETURNS_ROWS}
 * @param message supplies the error message of the store or its client; null if there is none. It
 *     is called only for the first failure of each code and some later ones, at most a few per
 *     second, so a driver can pass it with every failure. It must not read objects that are valid
 *     only until the completion, since a composed driver may call it later
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

  /** The status of an operation. */
  public enum Status {
    SUCCEEDED,
    NOT_FOUND,
    FAILED
  }

  /** The rows of a read. They are valid until the completion returns. */
  @FunctionalInterface
  public interface ReadRows {
    void forEachField(FieldVisitor visitor);
  }

  /** Receives one field of one row. */
  @FunctionalInterface
  public interface FieldVisitor {
    /**
     * Receives one field. Its bytes are valid until this method returns.
     *
     * @param item index of the operation's key that the field belongs to
     * @param name the field's name, or {@code ""} if the store keeps one unnamed value
     */
    void field(int item, String name, byte[] bytes, int offset, int length);
  }

  /** Creates the outcome of a successful operation on one item. */
  public static Outcome succeeded(long payloadBytes) {
    return new Outcome(Status.SUCCEEDED, null, 1, payloadBytes, 1, null, null);
  }

  /** Creates the outcome of a successful operation on several items. */
  public static Outcome succeeded(int items, long payloadBytes) {
    return new Outcome(Status.SUCCEEDED, null, items, payloadBytes, 1, null, null);
  }

  /**
   * Creates the outcome of a write that the client has buffered and will send later. The write
   * counts as succeeded. Its time is not recorded with the response times, since the store has not
   * received it yet.
   */
  public static Outcome buffered(long payloadBytes) {
    return new Outcome(Status.SUCCEEDED, null, 1, payloadBytes, 0, null, null);
  }

  /** Creates the outcome of a read whose key does not exist. This outcome is not a failure. */
  public static Outcome notFound() {
    return NOT_FOUND;
  }

  /** Creates the outcome of a failure without a message. */
  public static Outcome failed(FailureCode code) {
    return new Outcome(Status.FAILED, code.text(), 0, 0, 1, null, null);
  }

  /**
   * Creates the outcome of a failure.
   *
   * @param message the original message; it is truncated and secrets are removed before it is shown
   */
  public static Outcome failed(FailureCode code, String message) {
    return failed(code, () -> message);
  }

  /** Creates the outcome of a failure with an exception of the client; see {@link #messageOf}. */
  public static Outcome failed(FailureCode code, Throwable failure) {
    return failed(code, () -> messageOf(failure));
  }

  /** Creates the outcome of a failure with the code of {@link FailureCode#of(Throwable)}. */
  public static Outcome failed(Throwable failure) {
    return failed(FailureCode.of(failure), failure);
  }

  /** Creates the outcome of a failure whose message is created only when it is read. */
  public static Outcome failed(FailureCode code, Supplier<String> message) {
    return new Outcome(Status.FAILED, code.text(), 0, 0, 1, null, message);
  }

  /** Returns a copy with this number of attempts. */
  public Outcome withAttempts(int newAttempts) {
    return new Outcome(status, failureCode, items, payloadBytes, newAttempts, rows, message);
  }

  /** Returns a copy with these rows. */
  public Outcome withRows(ReadRows newRows) {
    return new Outcome(status, failureCode, items, payloadBytes, attempts, newRows, message);
  }

  /** Returns a copy with another failure code. */
  public Outcome withFailureCode(FailureCode newCode) {
    return new Outcome(status, newCode.text(), items, payloadBytes, attempts, rows, message);
  }

  /**
   * Compares all components except the message, because an uncalled supplier cannot be compared.
   */
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
   * Returns the message of an exception and of its root cause. Exceptions that only wrap another
   * one add nothing. If the name of the class is more informative than the message, it precedes the
   * message.
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

  /** Returns {@link #messageOf} on one line, for use within another sentence. */
  public static String sentenceOf(Throwable failure) {
    return messageOf(failure).replaceAll("\\s+", " ").strip();
  }
}
