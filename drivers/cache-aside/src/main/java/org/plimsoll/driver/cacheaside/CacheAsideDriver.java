package org.plimsoll.driver.cacheaside;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/**
 * Driver for a store with a look-aside cache. A read queries the cache first. If only the store has
 * the row, the read adds it to the cache. Writes go to the store, and then update the cache. Each
 * part can use any driver that returns the rows it reads.
 */
public final class CacheAsideDriver implements Driver {
  @Override
  public String name() {
    return "cache-aside";
  }

  @Override
  public String description() {
    return "A store with a look-aside cache, each with any other driver";
  }

  @Override
  public List<Setting<?>> settings() {
    return CacheAsideSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return Set.of(
        OperationType.READ, OperationType.INSERT, OperationType.UPDATE, OperationType.DELETE);
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
          "must be cache-aside: with the settings cache and store, was '" + address + "'");
    }
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return new CacheAside(
        context, context.open(CacheAsideSettings.CACHE), context.open(CacheAsideSettings.STORE));
  }
}
