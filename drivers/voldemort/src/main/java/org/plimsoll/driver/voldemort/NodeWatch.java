package org.plimsoll.driver.voldemort;

import java.time.Duration;
import java.util.function.Consumer;
import org.plimsoll.api.DriverContext.Timing;

/**
 * What all nodes have in common: the limits of their connections, and who is told about nodes that
 * are left out. Its durations can change during a run.
 */
final class NodeWatch {
  private final int connections;
  private final Timing waits;
  private final Consumer<String> events;
  private volatile Duration leaveOut;
  private volatile boolean silent = true;

  NodeWatch(int connections, Duration leaveOut, Timing waits, Consumer<String> events) {
    this.connections = connections;
    this.leaveOut = leaveOut;
    this.waits = waits;
    this.events = events;
  }

  /** The highest number of connections to a node. */
  int connections() {
    return connections;
  }

  /** How long a node that does not answer is left out. */
  Duration leaveOut() {
    return leaveOut;
  }

  void leaveOut(Duration changed) {
    leaveOut = changed;
  }

  /** Suppresses the events while the target is opened or closed. */
  void silent(boolean newSilent) {
    silent = newSilent;
  }

  void waited(long nanos) {
    waits.record(nanos);
  }

  void event(String text) {
    if (!silent) {
      events.accept(text);
    }
  }
}
