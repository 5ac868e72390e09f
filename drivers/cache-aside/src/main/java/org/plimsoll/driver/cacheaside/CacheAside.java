package org.plimsoll.driver.cacheaside;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;

/** The client of an opened cache and an opened store. */
final class CacheAside implements Client {
  private static final String EMPTY_CACHE = "empty-cache";

  private final Client cache;
  private final Client store;
  private final Meters meters;
  private volatile Policy policy;

  CacheAside(DriverContext context, Client cache, Client store) {
    this.cache = cache;
    this.store = store;
    this.meters = Meters.of(context);
    this.policy = Policy.of(context.settings());
  }

  @Override
  public Session openSession() throws Exception {
    Session cacheSession = cache.openSession();
    try {
      return new CacheAsideSession(cacheSession, store.openSession(), () -> policy, meters);
    } catch (Exception e) {
      cacheSession.close();
      throw e;
    }
  }

  @Override
  public int preferredSessions() {
    return Math.max(cache.preferredSessions(), store.preferredSessions());
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    cache.facts().forEach((name, text) -> facts.put("cache: " + name, text));
    store.facts().forEach((name, text) -> facts.put("store: " + name, text));
    return facts;
  }

  @Override
  public Map<String, Double> telemetry() throws Exception {
    Map<String, Double> telemetry = new LinkedHashMap<>();
    cache.telemetry().forEach((name, value) -> telemetry.put("cache_" + name, value));
    store.telemetry().forEach((name, value) -> telemetry.put("store_" + name, value));
    return telemetry;
  }

  @Override
  public void settingsChanged(SettingValues settings) {
    policy = Policy.of(settings);
  }

  @Override
  public void create() throws Exception {
    store.create();
    cache.create();
  }

  @Override
  public void filled() throws Exception {
    store.filled();
    cache.filled();
  }

  /**
   * Truncates the store before the cache. In the other order, reads could copy old rows from the
   * store into the emptied cache.
   */
  @Override
  public void truncate() throws Exception {
    store.truncate();
    cache.truncate();
  }

  @Override
  public OptionalLong count() throws Exception {
    return store.count();
  }

  @Override
  public Map<String, String> hooks() {
    return Map.of(EMPTY_CACHE, "Deletes the rows in the cache, like a restart of the cache.");
  }

  @Override
  public String runHook(String name) throws Exception {
    if (!name.equals(EMPTY_CACHE)) {
      return Client.super.runHook(name);
    }
    cache.truncate();
    return "the cache is empty";
  }

  @Override
  public void close() {
    cache.close();
    store.close();
  }
}
