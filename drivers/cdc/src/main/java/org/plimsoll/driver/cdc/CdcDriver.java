package org.plimsoll.driver.cdc;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/**
 * Driver for a source and a store that is derived from it: a replica, a search index, or a cache
 * that change data capture fills. Writes go to the source, and reads to the derived store. {@code
 * propagate} writes to the source and ends when the derived store shows the write.
 */
public final class CdcDriver implements Driver {
  static final Setting<String> SOURCE =
      Setting.target("source", null).describedAs("target of writes, with its settings");

  static final Setting<String> DERIVED =
      Setting.target("derived", null)
          .describedAs(
              "target that follows the source, with its settings; its driver must return rows");

  static final Setting<Duration> POLL =
      Setting.duration("poll", "10ms")
          .describedAs(
              "pause between two reads that check for a write; the resolution of the measured time"
                  + " is this pause plus one read")
          .asLive();

  /** Overwrites a row in the source, and ends when the derived store shows the write. */
  static final OperationType PROPAGATE = OperationType.writing("propagate");

  /** Reads a row from the source. */
  static final OperationType READ_SOURCE = OperationType.reading("read-source");

  @Override
  public String name() {
    return "cdc";
  }

  @Override
  public String description() {
    return "A source and a store derived from it, each with any other driver";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(SOURCE, DERIVED, POLL);
  }

  @Override
  public Set<OperationType> operations() {
    return Set.of(
        OperationType.READ,
        OperationType.INSERT,
        OperationType.UPDATE,
        OperationType.DELETE,
        PROPAGATE,
        READ_SOURCE);
  }

  /** Includes text keys, since one of the parts may require them. */
  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.TEXT_KEYS);
  }

  @Override
  public void checkAddress(String address) {
    if (!address.isEmpty()) {
      throw new IllegalArgumentException(
          "must be cdc: with the settings source and derived, was '" + address + "'");
    }
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return new Cdc(context, context.open(SOURCE), context.open(DERIVED));
  }
}
