package org.plimsoll.driver.sim;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;

/** The client of the simulated store, with its sessions. */
final class SimClient implements Client {
  private final SimStore store;
  private final SplittableRandom seeds;
  private final @Nullable SimLog log;
  private final List<SimSession> sessions = new CopyOnWriteArrayList<>();

  SimClient(DriverContext context, SimModel model) {
    this.store = new SimStore(context, model);
    this.seeds = new SplittableRandom(context.seed());
    this.log = SimLog.in(context.settings().get(SimSettings.LOG));
  }

  @Override
  public synchronized Session openSession() {
    SimSession session = new SimSession(store, log, seeds.split(), sessions::remove);
    sessions.add(session);
    return session;
  }

  /** Returns 1, because a session accepts any number of concurrent operations. */
  @Override
  public int preferredSessions() {
    return 1;
  }

  @Override
  public Map<String, String> facts() {
    return store.state().model().facts();
  }

  /** Returns the wait of the next operation, and the number of busy servers. */
  @Override
  public Map<String, Double> telemetry() {
    SimStore.State now = store.state();
    long nowNanos = store.timeline().nanoTime();
    Map<String, Double> telemetry = new LinkedHashMap<>();
    if (now.queue() != null && now.model().queue().maxThroughput() != Double.POSITIVE_INFINITY) {
      telemetry.put("queue_seconds", now.queue().backlogNanos(nowNanos) / 1e9);
    }
    if (now.pool() != null) {
      telemetry.put("queue_seconds", now.pool().waitNanos(nowNanos) / 1e9);
      telemetry.put("busy_servers", (double) now.pool().busy(nowNanos));
    }
    return telemetry;
  }

  @Override
  public void settingsChanged(SettingValues settings) {
    store.change(SimModel.of(settings));
  }

  @Override
  public void truncate() {
    store.history().clear();
  }

  @Override
  public void filled() {
    store.stop();
  }

  @Override
  public void close() {
    sessions.forEach(SimSession::close);
    if (log != null) {
      log.close();
    }
  }
}
