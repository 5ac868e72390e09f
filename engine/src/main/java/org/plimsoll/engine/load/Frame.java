package org.plimsoll.engine.load;

/**
 * A worker's stay on one thread. Only that thread reads and writes the flags, so they tell a
 * completion inside {@code execute} from one elsewhere without synchronization.
 */
final class Frame {
  private final Thread thread = Thread.currentThread();
  private boolean open = true;
  private boolean inline;

  /** The worker sends its next operation. */
  void sends() {
    inline = false;
  }

  /** Whether the operation was completed inside {@code execute}. */
  boolean wasInline() {
    return inline;
  }

  /** The worker leaves the thread. */
  void close() {
    open = false;
  }

  /** Leaves the completion to the loop if this is the thread that is inside {@code execute}. */
  boolean takesCompletion() {
    if (thread != Thread.currentThread() || !open) {
      return false;
    }
    inline = true;
    return true;
  }
}
