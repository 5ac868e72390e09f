package org.plimsoll.driver.sim;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/**
 * A store that does not exist, with a truth that does: how long each operation takes follows from
 * the settings alone, so that what the tool reports can be compared with what happened.
 *
 * <p>It has no threads and no clock of its own. All time is the timeline's, which may be virtual.
 */
public final class SimDriver implements Driver {
  /** Asks for a key, and moves no row: an operation that this driver names itself. */
  static final OperationType TOUCH =
      new OperationType("touch", OperationType.Side.WRITES, false, false);

  @Override
  public String name() {
    return "sim";
  }

  @Override
  public String description() {
    return "A simulated store with a known truth: queue, stalls, failures, staleness.";
  }

  @Override
  public List<Setting<?>> settings() {
    return SimModel.SETTINGS;
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

  /** No {@link Capability#RETURNS_ROWS}: there are rows only where {@code staleness} is set. */
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
