package org.plimsoll.driver.cdc;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/**
 * Driver for a source and a store derived from it, such as a replica, a search index, or a cache
 * that is filled by change data capture. Writes go to the source, and reads to the derived store.
 * {@code propagate} writes to the source and ends when the derived store shows the write.
 */
public final class CdcDriver implements Driver {
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
    return CdcSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return Set.of(
        OperationType.READ,
        OperationType.INSERT,
        OperationType.UPDATE,
        OperationType.DELETE,
        CdcSession.PROPAGATE,
        CdcSession.READ_SOURCE);
  }

  /** Includes text keys, because one of the parts may require them. */
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
    return new Cdc(context, context.open(CdcSettings.SOURCE), context.open(CdcSettings.DERIVED));
  }
}
