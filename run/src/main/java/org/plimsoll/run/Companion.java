package org.plimsoll.run;

/**
 * A component that is started and stopped with a run, such as property sources, the schedule or the
 * management bean.
 */
interface Companion extends AutoCloseable {
  /** Called when the run has started and its target is open. */
  void begin();

  /** Called when the start of the measurement is known, with its time on the run's clock. */
  default void measures(long atNanos) {}

  /** Called when the run has ended or will never start. May be called twice. */
  @Override
  void close();
}
