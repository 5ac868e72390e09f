package org.plimsoll.driver.cacheaside;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/**
 * A store with a cache beside it, as applications use them: reads ask the cache first and put into
 * it what only the store had; writes go to the store, and then tell the cache. Both parts are
 * targets of any drivers that return the rows they read.
 */
public final class CacheAsideDriver implements Driver {
  static final Setting<String> CACHE =
      Setting.target("cache", null)
          .describedAs("the cache, with its settings: redis://127.0.0.1:6379?ttl=60s");

  static final Setting<String> STORE =
      Setting.target("store", null).describedAs("the store behind it, with its settings");

  static final Setting<Writes> WRITES =
      Setting.choice("writes", Writes.INVALIDATE)
          .describedAs(
              "what follows a write that the store has taken: delete the row in the cache,"
                  + " write it there as well, or nothing")
          .asLive();

  static final Setting<Boolean> THROUGH_CACHE =
      Setting.flag("through-cache", true)
          .describedAs("whether the cache is used; without it all goes to the store alone")
          .asLive();

  static final Setting<Boolean> POPULATE =
      Setting.flag("populate", true)
          .describedAs("whether a read puts into the cache what only the store had")
          .asLive();

  static final Setting<OnCacheFailure> ON_CACHE_FAILURE =
      Setting.choice("on-cache-failure", OnCacheFailure.MISS)
          .describedAs("whether an operation goes on without a cache that fails, or fails as well")
          .asLive();

  /** What follows a write. */
  enum Writes {
    INVALIDATE,
    WRITE_THROUGH,
    NONE
  }

  /** What a cache that fails does to an operation. */
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
    return "a cache beside a store, each of any other driver";
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

  /** Its parts may want keys as text. */
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
