package org.plimsoll.api;

/** Receives the end of one operation from a session. Safe to call from any thread. */
public interface Completion {
  /**
   * Marks the start of the call to the store, if the operation had to change threads first. The
   * time before this call counts as the generator's, not as the store's.
   */
  void started();

  /**
   * Records the end time and ends the operation. Call it on the thread that received the answer.
   */
  void complete(Outcome outcome);
}
