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
 * A source and a store that is derived from it: a replica, a search index, a cache that change data
 * capture fills. Writes go to the source and reads to the derived store; {@code propagate} writes
 * to the one and ends when the other shows it.
 */
public final class CdcDriver implements Driver {
  static final Setting<String> SOURCE =
      Setting.target("source", null).describedAs("where writes go, with its settings");

  static final Setting<String> DERIVED =
      Setting.target("derived", null)
          .describedAs("what follows the source, with its settings; its driver must return rows");

  static final Setting<Duration> POLL =
      Setting.duration("poll", "10ms")
          .describedAs(
              "pause between two reads that look whether a write has arrived; the time it took is"
                  + " exact to this and a read")
          .asLive();

  /** Overwrites a row in the source, and ends when the derived store shows it. */
  static final OperationType PROPAGATE = OperationType.writing("propagate");

  /** Reads a row from the source. */
  static final OperationType READ_SOURCE = OperationType.reading("read-source");

  @Override
  public String name() {
    return "cdc";
  }

  @Override
  public String description() {
    return "a source and a store derived from it, each of any other driver";
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

  /** Its parts may want keys as text. */
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
