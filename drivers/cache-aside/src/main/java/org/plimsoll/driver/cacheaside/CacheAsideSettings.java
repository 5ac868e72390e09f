package org.plimsoll.driver.cacheaside;

import java.util.List;
import org.plimsoll.api.Setting;

/** Settings of {@code cache-aside}. */
final class CacheAsideSettings {
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

  /** All settings, in the order of the help. */
  static final List<Setting<?>> ALL =
      List.of(CACHE, STORE, WRITES, THROUGH_CACHE, POPULATE, ON_CACHE_FAILURE);

  private CacheAsideSettings() {}
}
