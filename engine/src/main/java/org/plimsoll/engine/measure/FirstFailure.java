package org.plimsoll.engine.measure;

/**
 * The store's message with the first failure of a code.
 *
 * @param atNanos end of the operation
 * @param message one line that is safe to display, see {@link FailureText}
 */
public record FirstFailure(long atNanos, String message) {
  /** Returns the earlier of two failures. */
  public FirstFailure earlier(FirstFailure other) {
    return other.atNanos - atNanos < 0 ? other : this;
  }
}
