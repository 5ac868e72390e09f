package org.plimsoll.driver.sim;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/**
 * Driver for a simulated store with known behavior. The time of each operation depends only on the
 * settings, so that results of the tool can be compared with the truth.
 *
 * <p>It has neither threads nor a clock. All time comes from the timeline, which may be virtual.
 */
public final class SimDriver implements Driver {
  /** An operation that only this driver has. It reads a key, and transfers no row. */
  static final OperationType TOUCH =
      new OperationType("touch", OperationType.Side.WRITES, false, false);

  @Override
  public String name() {
    return "sim";
  }

  @Override
  public String description() {
    return "A simulated store with known behavior: queue, stalls, failures, staleness.";
  }

  @Override
  public List<Setting<?>> settings() {
    return SimSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return Set.of(
        OperationType.READ,
        OperationType.INSERT,
        OperationType.UPDATE,
        OperationType.DELETE,
        OperationType.SCAN,
        OperationType.BULK_READ,
        OperationType.BULK_WRITE,
        TOUCH);
  }

  /**
   * Returns the capabilities, without {@link Capability#RETURNS_ROWS}, because rows are returned
   * only if {@code staleness} is set.
   */
  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.FINDS_EVERY_KEY, Capability.UPDATES_FIELDS, Capability.SIMULATED);
  }

  @Override
  public Client open(DriverContext context) {
    if (!context.address().isEmpty()) {
      throw new IllegalArgumentException(
          "sim: takes no address, only settings such as sim:?service=constant(1ms), was 'sim:"
              + context.address()
              + "'");
    }
    return new SimClient(context, SimModel.of(context.settings()));
  }
}
