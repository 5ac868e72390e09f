package org.plimsoll.driver.cacheaside;

import org.plimsoll.api.SettingValues;
import org.plimsoll.driver.cacheaside.CacheAsideDriver.OnCacheFailure;
import org.plimsoll.driver.cacheaside.CacheAsideDriver.Writes;

/** Current use of the cache. An operation uses the same policy from start to end. */
record Policy(Writes writes, boolean throughCache, boolean populate, OnCacheFailure onFailure) {
  static Policy of(SettingValues settings) {
    return new Policy(
        settings.get(CacheAsideDriver.WRITES),
        settings.get(CacheAsideDriver.THROUGH_CACHE),
        settings.get(CacheAsideDriver.POPULATE),
        settings.get(CacheAsideDriver.ON_CACHE_FAILURE));
  }
}
