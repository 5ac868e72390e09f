package org.plimsoll.engine.measure;

/**
 * What the store said with the first failure of a code.
 *
 * @param atNanos when it ended
 * @param message a line that may be shown, see {@link FailureText}
 */
public record FirstFailure(long atNanos, String message) {
  /** The one that was before the other. */
  public FirstFailure earlier(FirstFailure other) {
    return other.atNanos - atNanos < 0 ? other : this;
  }
}
