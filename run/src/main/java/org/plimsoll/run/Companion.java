package org.plimsoll.run;

/** A part that is started and stopped with a run: property sources, schedule, management bean. */
interface Companion extends AutoCloseable {
  /** The run has started: its target is open. */
  void begin();

  /** The measurement begins at a time of the run's clock. */
  default void measures(long atNanos) {}

  /** The run has ended, or was never started. May be called twice. */
  @Override
  void close();
}
