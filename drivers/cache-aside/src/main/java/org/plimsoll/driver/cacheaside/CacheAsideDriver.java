package org.plimsoll.driver.cacheaside;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/**
 * Driver for a store with a look-aside cache. Reads query the cache first, and add rows to it that
 * only the store had. Writes go to the store, and then update the cache. Each part can use any
 * driver that returns the rows it reads.
 */
public final class CacheAsideDriver implements Driver {
  static final Setting<String> CACHE =
      Setting.target("cache", null)
          .describedAs("target of the cache, with its settings: redis://127.0.0.1:6379?ttl=60s");

  static final Setting<String> STORE =
      Setting.target("store", null).describedAs("target of the store, with its settings");

  static final Setting<Writes> WRITES =
      Setting.choice("writes", Writes.INVALIDATE)
          .describedAs(
              "after a write to the store: delete the row in the cache, also write it there, or do"
                  + " nothing")
          .asLive();

  static final Setting<Boolean> THROUGH_CACHE =
      Setting.flag("through-cache", true)
          .describedAs("whether the cache is used; if not, all requests go to the store")
          .asLive();

  static final Setting<Boolean> POPULATE =
      Setting.flag("populate", true)
          .describedAs("whether a read adds rows to the cache that only the store had")
          .asLive();

  static final Setting<OnCacheFailure> ON_CACHE_FAILURE =
      Setting.choice("on-cache-failure", OnCacheFailure.MISS)
          .describedAs("whether an operation continues without a failed cache, or fails too")
          .asLive();

  /** Effect of a write on the cache. */
  enum Writes {
    INVALIDATE,
    WRITE_THROUGH,
    NONE
  }

  /** Effect of a cache failure on an operation. */
  enum OnCacheFailure {
    MISS,
    FAIL
  }

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
    return List.of(CACHE, STORE, WRITES, THROUGH_CACHE, POPULATE, ON_CACHE_FAILURE);
  }

  @Override
  public Set<OperationType> operations() {
    return Set.of(
        OperationType.READ, OperationType.INSERT, OperationType.UPDATE, OperationType.DELETE);
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
          "must be cache-aside: with the settings cache and store, was '" + address + "'");
    }
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return new CacheAside(context, context.open(CACHE), context.open(STORE));
  }
}
