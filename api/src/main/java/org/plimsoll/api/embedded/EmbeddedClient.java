package org.plimsoll.api.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.RowFrame;

/**
 * An opened embedded store. Its own methods are mutually exclusive; sessions use the store
 * directly.
 */
final class EmbeddedClient implements Client {
  private final DriverContext context;
  private final StoreFolder folder;
  private final EmbeddedStore store;
  private final Setting<Durability> durability;
  private final RowFrame rows;
  private final Set<EmbeddedSession> sessions = ConcurrentHashMap.newKeySet();
  private final Map<String, String> facts = new LinkedHashMap<>();
  private SettingValues settings;
  private boolean closed;

  EmbeddedClient(
      DriverContext context,
      StoreFolder folder,
      EmbeddedStore store,
      Setting<Durability> durability) {
    this.context = context;
    this.folder = folder;
    this.store = store;
    this.durability = durability;
    this.rows = new RowFrame(context.fieldNames());
    this.settings = context.settings();
  }

  @Override
  public synchronized Session openSession() throws Exception {
    if (closed) {
      throw new EmbeddedSession.ClosedException();
    }
    sessions.removeIf(EmbeddedSession::isDone);
    EmbeddedSession session = new EmbeddedSession(store, store.access(), rows);
    sessions.add(session);
    return context.blocking(session);
  }

  @Override
  public synchronized Map<String, String> facts() {
    if (!closed) {
      try {
        facts.putAll(store.facts());
      } catch (RuntimeException e) {
        facts.put("store", "unusable: " + Outcome.sentenceOf(e));
      }
      facts.put("path", folder.shown());
      facts.put("durability", settings.get(durability).described());
      try {
        facts.put("bytes on disk", String.valueOf(folder.bytes()));
      } catch (IOException e) {
        facts.put("bytes on disk", "unknown: " + e.getMessage());
      }
    }
    return new LinkedHashMap<>(facts);
  }

  @Override
  public synchronized Map<String, Double> telemetry() throws Exception {
    return closed ? Map.of() : store.telemetry();
  }

  @Override
  public synchronized void settingsChanged(SettingValues changed) {
    if (!closed) {
      store.settingsChanged(changed);
      settings = changed;
    }
  }

  @Override
  public Map<String, String> hooks() {
    return store.hooks();
  }

  /**
   * Runs a hook. Not synchronized, because the client is used during a compaction, which takes
   * minutes.
   */
  @Override
  public String runHook(String name) throws Exception {
    return store.runHook(name);
  }

  @Override
  public synchronized void truncate() throws Exception {
    if (!closed) {
      store.truncate();
    }
  }

  @Override
  public synchronized OptionalLong count() throws Exception {
    return closed ? OptionalLong.empty() : OptionalLong.of(store.count());
  }

  /**
   * Waits for running calls, which takes microseconds, then closes the store. A store that a full
   * disk has invalidated may fail to close, which must not hide the results.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    facts();
    closed = true;
    try (folder) {
      sessions.forEach(EmbeddedSession::closeAndWait);
      sessions.clear();
      store.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      context.event("the store did not close cleanly: " + Outcome.sentenceOf(e));
    }
  }
}
