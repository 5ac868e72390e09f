package org.plimsoll.driver.dynamodb;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * Counts the consumed capacity units in answers, separately for reads and writes. An eventually
 * consistent read consumes half a unit. Fractions are carried over until they add up to a whole
 * unit.
 */
final class ConsumedCapacities {
  private static final long MILLIS = 1000;

  private final boolean reported;
  private final DriverContext.Counter reads;
  private final DriverContext.Counter writes;
  private final AtomicLong readMillis = new AtomicLong();
  private final AtomicLong writeMillis = new AtomicLong();

  ConsumedCapacities(DriverContext context, boolean reported) {
    this.reported = reported;
    reads = context.counter("consumed-read-units");
    writes = context.counter("consumed-write-units");
  }

  /** Returns the kind of capacity report to request. */
  ReturnConsumedCapacity wanted() {
    return reported ? ReturnConsumedCapacity.TOTAL : ReturnConsumedCapacity.NONE;
  }

  void read(@Nullable ConsumedCapacity consumed) {
    add(consumed, readMillis, reads);
  }

  void read(List<ConsumedCapacity> consumed) {
    consumed.forEach(this::read);
  }

  void wrote(@Nullable ConsumedCapacity consumed) {
    add(consumed, writeMillis, writes);
  }

  void wrote(List<ConsumedCapacity> consumed) {
    consumed.forEach(this::wrote);
  }

  private static void add(
      @Nullable ConsumedCapacity consumed, AtomicLong millis, DriverContext.Counter counter) {
    Double units = consumed == null ? null : consumed.capacityUnits();
    if (units != null) {
      long more = Math.round(units * MILLIS);
      long before = millis.getAndAdd(more);
      counter.add((before + more) / MILLIS - before / MILLIS);
    }
  }
}
