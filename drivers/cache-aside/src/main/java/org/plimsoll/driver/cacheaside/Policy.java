package org.plimsoll.driver.cacheaside;

import org.plimsoll.api.SettingValues;
import org.plimsoll.driver.cacheaside.CacheAsideSettings.OnCacheFailure;
import org.plimsoll.driver.cacheaside.CacheAsideSettings.Writes;

/** The current policy for the cache. An operation uses one policy from start to end. */
record Policy(Writes writes, boolean throughCache, boolean populate, OnCacheFailure onFailure) {
  static Policy of(SettingValues settings) {
    return new Policy(
        settings.get(CacheAsideSettings.WRITES),
        settings.get(CacheAsideSettings.THROUGH_CACHE),
        settings.get(CacheAsideSettings.POPULATE),
        settings.get(CacheAsideSettings.ON_CACHE_FAILURE));
  }
}
