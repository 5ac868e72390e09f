package org.plimsoll.engine.load;

import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.share.Quota;
import org.plimsoll.engine.share.ShareTable;

/**
 * The number of operations that ends a measurement.
 *
 * @param operations number of operations, of this generator or of all
 * @param kind how they are counted
 * @param quota the operations granted to this generator; null if operations are not granted
 */
public record OperationLimit(long operations, Kind kind, @Nullable Quota quota) {
  /** The ways in which the operations of a measurement are counted. */
  public enum Kind {
    /** The number of operations is not limited. */
    NONE,
    /** This generator counts the operations that it sends. */
    OWN,
    /** A fleet grants operations to its generators. */
    GRANTED,
    /**
     * Each generator counts the operations of the whole schedule, so all end with the same
     * operation.
     */
    SCHEDULE
  }

  /**
   * Creates a limit for one generator.
   *
   * @param operations 0 = not limited by number
   */
  public static OperationLimit of(long operations) {
    return new OperationLimit(operations, operations > 0 ? Kind.OWN : Kind.NONE, null);
  }

  /**
   * Returns this generator's part of a limit. The parts of all generators add up to the limit.
   *
   * @param operations 0 = not limited by number
   */
  public static OperationLimit part(long operations, ShareTable table, int generator) {
    return operations == 0
        ? of(0)
        : new OperationLimit(table.countBefore(operations, generator), Kind.OWN, null);
  }

  /** Creates a limit on the operations of a schedule that all generators follow. */
  public static OperationLimit ofSchedule(long operations) {
    return new OperationLimit(operations, operations > 0 ? Kind.SCHEDULE : Kind.NONE, null);
  }

  /** Creates a limit on the operations of all generators, which a fleet grants to each of them. */
  public static OperationLimit granted(long operations, Quota quota) {
    return new OperationLimit(operations, Kind.GRANTED, quota);
  }

  boolean isOwn() {
    return kind == Kind.OWN;
  }

  boolean isOfSchedule() {
    return kind == Kind.SCHEDULE;
  }
}
