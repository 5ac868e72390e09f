package org.plimsoll.driver.cacheaside;

import java.util.List;
import org.plimsoll.api.Setting;

/** Settings of {@code cache-aside}. */
final class CacheAsideSettings {
  static final Setting<String> CACHE =
      Setting.target("cache", null)
          .describedAs("target of the cache, such as redis://127.0.0.1:6379?ttl=60s");

  static final Setting<String> STORE =
      Setting.target("store", null)
          .describedAs("target of the store, such as jdbc:postgresql://127.0.0.1/db");

  static final Setting<Writes> WRITES =
      Setting.choice("writes", Writes.INVALIDATE)
          .describedAs(
              "effect of a write to the store on the cache: invalidate, write-through or none")
          .asLive();

  static final Setting<Boolean> THROUGH_CACHE =
      Setting.flag("through-cache", true)
          .describedAs("true: operations use the cache; false: all operations go to the store only")
          .asLive();

  static final Setting<Boolean> POPULATE =
      Setting.flag("populate", true)
          .describedAs("a read puts a row into the cache if only the store had it")
          .asLive();

  static final Setting<OnCacheFailure> ON_CACHE_FAILURE =
      Setting.choice("on-cache-failure", OnCacheFailure.MISS)
          .describedAs(
              "if the cache fails; miss: the operation continues without the cache; fail:"
                  + " the operation fails")
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

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(CACHE, STORE, WRITES, THROUGH_CACHE, POPULATE, ON_CACHE_FAILURE);

  private CacheAsideSettings() {}
}
