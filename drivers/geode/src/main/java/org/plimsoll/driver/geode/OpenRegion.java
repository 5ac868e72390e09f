package org.plimsoll.driver.geode;

import org.apache.geode.cache.CacheTransactionManager;
import org.apache.geode.cache.Region;
import org.apache.geode.cache.query.Query;
import org.apache.geode.cache.query.QueryException;
import org.apache.geode.cache.query.QueryInvalidException;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.ServersAddress;

/** The region of a target, as its sessions use it. The OQL query can change during a run. */
final class OpenRegion {
  /** A key that no workload uses, because the keys of workloads have no control characters. */
  static final String NO_KEY = "\u0001plimsoll";

  private final Caches.Opened opened;
  private final ServersAddress address;
  private volatile Query query;
  private volatile boolean closed;

  /**
   * Creates the state of a region.
   *
   * @throws IllegalArgumentException if the query is not valid OQL
   */
  OpenRegion(Caches.Opened opened, ServersAddress address, SettingValues settings) {
    this.opened = opened;
    this.address = address;
    query = parsed(settings);
  }

  private Query parsed(SettingValues settings) {
    String text = settings.get(GeodeSettings.QUERY).replace("{region}", address.name());
    try {
      return opened.pool().getQueryService().newQuery(text);
    } catch (QueryInvalidException e) {
      throw new IllegalArgumentException(
          "query: must be OQL, was '" + text + "': " + e.getMessage(), e);
    }
  }

  void choose(SettingValues settings) {
    query = parsed(settings);
  }

  /** Runs the query with its two parameters. */
  Object query(String key, long number) throws QueryException {
    return query.execute(key, number);
  }

  Region<String, Object> region() {
    return opened.region();
  }

  CacheTransactionManager transactions() {
    return opened.cache().getCacheTransactionManager();
  }

  boolean isClosed() {
    return closed;
  }

  /** Makes later calls fail. */
  void close() {
    closed = true;
  }
}
