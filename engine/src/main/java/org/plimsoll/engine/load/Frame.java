package org.plimsoll.engine.load;

/**
 * A worker's stay on one thread, during which it sends one or more operations. The flags are used
 * only by that thread. They tell a completion inside {@code execute} from one on another thread,
 * without synchronization.
 */
final class Frame {
  private final Thread thread = Thread.currentThread();
  private boolean open = true;
  private boolean inline;

  /** Records that the worker sends its next operation. */
  void sends() {
    inline = false;
  }

  /** Whether the operation was completed inside {@code execute}. */
  boolean wasInline() {
    return inline;
  }

  /** Records that the worker leaves the thread. */
  void close() {
    open = false;
  }

  /**
   * Leaves the completion to the loop if the calling thread is inside {@code execute}; otherwise
   * returns false.
   */
  boolean takesCompletion() {
    if (thread != Thread.currentThread() || !open) {
      return false;
    }
    inline = true;
    return true;
  }
}
