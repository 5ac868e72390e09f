package org.plimsoll.engine.consistency;

/**
 * Makes the watches of one load, whose operations belong to clients of its own.
 *
 * @param first number of the first of its clients
 * @param clients how many of its clients are followed
 */
public record Watches(ConsistencyMonitor monitor, int first, int clients) {
  /** The watch of something that sends one operation at a time. */
  public OperationWatch newWatch() {
    return monitor.newWatch(first, clients);
  }
}
