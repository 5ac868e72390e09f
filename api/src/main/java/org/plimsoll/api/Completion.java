package org.plimsoll.api;

/** Receives the end of one operation from a session. Safe to call from any thread. */
public interface Completion {
  /**
   * Marks the start of the call to the store, if the operation had to change threads first. The
   * time before this call counts as the generator's, not as the store's.
   */
  void started();

  /**
   * Ends the operation and records the end time first. Call it on the thread that saw the answer.
   */
  void complete(Outcome outcome);
}
