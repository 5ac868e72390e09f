package org.plimsoll.driver.voldemort;

import java.time.Duration;
import java.util.function.Consumer;
import org.plimsoll.api.DriverContext.Timing;

/**
 * Shared state of all nodes: the limits of their connections, and the listener for events about
 * excluded nodes. Its durations can change during a run.
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

  /** Returns the maximum number of connections to a node. */
  int connections() {
    return connections;
  }

  /** Returns the time for which an unresponsive node is excluded. */
  Duration leaveOut() {
    return leaveOut;
  }

  void leaveOut(Duration changed) {
    leaveOut = changed;
  }

  /** Suppresses events while the target is being opened or closed. */
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
