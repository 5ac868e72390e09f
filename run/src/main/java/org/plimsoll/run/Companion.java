package org.plimsoll.run;

/** What goes along with a run: its property sources, its schedule, its management bean. */
interface Companion extends AutoCloseable {
  /** The run has begun: its target is open. */
  void begin();

  /** The measurement is about to begin, at an instant of the run's clock. */
  default void measures(long atNanos) {}

  /** The run has ended, or never began. */
  @Override
  void close();
}
