package org.plimsoll.engine.load;

/**
 * The time that a worker spends on one thread. Only that thread reads and writes the flags. They
 * distinguish a completion inside {@code execute} from one elsewhere without synchronization.
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

  /** Leaves the completion to the loop if this is the thread that is inside {@code execute}. */
  boolean takesCompletion() {
    if (thread != Thread.currentThread() || !open) {
      return false;
    }
    inline = true;
    return true;
  }
}
