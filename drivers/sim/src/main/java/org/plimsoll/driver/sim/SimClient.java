package org.plimsoll.driver.sim;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Client;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.DriverContext.Counter;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.Timeline;

/** The simulated store, with one server, one queue and one row history for all sessions. */
final class SimClient implements Client {
  /**
   * The state that sessions read for each operation, replaced as a whole.
   *
   * @param started whether the clock of the stalls is running
   */
  record State(
      SimModel model,
      boolean started,
      boolean immediate,
      @Nullable ServerQueue queue,
      @Nullable ServerPool pool) {}

  private final DriverContext context;
  private final Timeline timeline;
  private final RowHistory history;
  private final Counter staleReads;
  private final Counter lostWrites;
  private final SplittableRandom seeds;
  private final List<SimSession> sessions = new CopyOnWriteArrayList<>();
  private volatile State state;
  private long originNanos;

  SimClient(DriverContext context, SimModel model) {
    this.context = context;
    this.timeline = context.timeline();
    this.history = new RowHistory(context.counter("forgotten-rows"));
    this.staleReads = context.counter("stale-reads");
    this.lostWrites = context.counter("lost-writes");
    this.seeds = new SplittableRandom(context.seed());
    this.state = stopped(model);
  }

  @Override
  public synchronized Session openSession() {
    SimSession session = new SimSession(this, seeds.split());
    sessions.add(session);
    return session;
  }

  /** One, since a session accepts any number of concurrent operations. */
  @Override
  public int preferredSessions() {
    return 1;
  }

  @Override
  public Map<String, String> facts() {
    return state.model().facts();
  }

  /** The wait of the next operation, and the number of busy servers. */
  @Override
  public Map<String, Double> telemetry() {
    State now = state;
    Map<String, Double> telemetry = new LinkedHashMap<>();
    if (now.queue() != null && now.model().maxThroughput() != Double.POSITIVE_INFINITY) {
      telemetry.put("queue_seconds", now.queue().backlogNanos(timeline.nanoTime()) / 1e9);
    }
    if (now.pool() != null) {
      telemetry.put("queue_seconds", now.pool().waitNanos(timeline.nanoTime()) / 1e9);
      telemetry.put("busy_servers", (double) now.pool().busy(timeline.nanoTime()));
    }
    return telemetry;
  }

  /** Applies changed settings. Queued work keeps its turn and stays ahead of new work. */
  @Override
  public synchronized void settingsChanged(SettingValues settings) {
    SimModel model = SimModel.of(settings);
    state = state.started() ? started(model, state) : stopped(model);
    if (model.staleness().isEmpty()) {
      history.clear();
    }
  }

  @Override
  public void truncate() {
    history.clear();
  }

  @Override
  public void close() {
    sessions.forEach(SimSession::close);
  }

  /** Stops the clock of the stalls, which restarts with the first operation of the load. */
  @Override
  public synchronized void filled() {
    state = stopped(state.model());
  }

  /** Starts the clock of the stalls with the target's first operation. */
  synchronized State start() {
    if (!state.started()) {
      originNanos = timeline.nanoTime();
      state = started(state.model(), null);
      tellChanges(state.model().capacity());
    }
    return state;
  }

  /**
   * Schedules an event for each change of capacity, as a real store reports that a node has joined.
   */
  private void tellChanges(Capacity capacity) {
    for (Capacity.Change change : capacity.changes()) {
      timeline.schedule(
          originNanos + change.afterNanos(),
          () -> {
            if (state.started() && state.model().capacity().equals(capacity)) {
              context.event(
                  "max-throughput is " + Capacity.figure(change.maxThroughput()) + " now");
            }
          });
    }
  }

  State state() {
    return state;
  }

  Timeline timeline() {
    return timeline;
  }

  RowHistory history() {
    return history;
  }

  Counter staleReads() {
    return staleReads;
  }

  Counter lostWrites() {
    return lostWrites;
  }

  void closed(SimSession session) {
    sessions.remove(session);
  }

  private static State stopped(SimModel model) {
    return new State(model, false, model.isImmediate(), null, null);
  }

  private State started(SimModel model, @Nullable State before) {
    return new State(
        model,
        true,
        model.isImmediate(),
        newQueue(model, before == null ? null : before.queue()),
        newPool(model, before == null ? null : before.pool()));
  }

  private @Nullable ServerPool newPool(SimModel model, @Nullable ServerPool before) {
    Distribution time = model.serverTime().orElse(null);
    if (time == null) {
      return null;
    }
    return before == null ? new ServerPool(model, time, originNanos) : before.changed(model, time);
  }

  private @Nullable ServerQueue newQueue(SimModel model, @Nullable ServerQueue before) {
    if (!model.queues() || model.serverTime().isPresent()) {
      return null;
    }
    long nowNanos = timeline.nanoTime();
    long backlogNanos = before == null ? 0 : before.backlogNanos(nowNanos);
    return new ServerQueue(model, originNanos, nowNanos, backlogNanos);
  }
}
