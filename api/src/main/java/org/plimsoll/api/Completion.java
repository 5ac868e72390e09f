package org.plimsoll.api;

/** Where a session says how an operation ended. Safe to call from any thread. */
public interface Completion {
  /**
   * Says that the call to the store begins only now, because the operation had to change threads
   * first. The time until here counts as the generator's, not as the store's.
   */
  void started();

  /** Ends the operation; the end time is taken first. Call it on the thread that saw the answer. */
  void complete(Outcome outcome);
}
