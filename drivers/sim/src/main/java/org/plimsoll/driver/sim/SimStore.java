package org.plimsoll.driver.sim;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.DriverContext.Counter;
import org.plimsoll.api.Timeline;

/** The simulated store, with one server, one queue and one row history for all sessions. */
final class SimStore {
  /**
   * The state that sessions read for each operation. A change replaces it as a whole.
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
  private volatile State state;
  private long originNanos;

  SimStore(DriverContext context, SimModel model) {
    this.context = context;
    this.timeline = context.timeline();
    this.history = new RowHistory(context.counter("forgotten-rows"));
    this.staleReads = context.counter("stale-reads");
    this.lostWrites = context.counter("lost-writes");
    this.state = stopped(model);
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

  /** Starts the clock for stalls. Called with the target's first operation. */
  synchronized State start() {
    if (!state.started()) {
      originNanos = timeline.nanoTime();
      state = started(state.model(), null);
      tellChanges(state.model().queue().capacity());
    }
    return state;
  }

  /** Stops the clock for stalls. It restarts with the first operation of the load. */
  synchronized void stop() {
    state = stopped(state.model());
  }

  /** Replaces the model. Queued work keeps its place ahead of new work. */
  synchronized void change(SimModel model) {
    state = state.started() ? started(model, state) : stopped(model);
    if (model.writes().staleness().isEmpty()) {
      history.clear();
    }
  }

  /**
   * Schedules an event for each capacity change, as a real store reports that a node has joined.
   */
  private void tellChanges(Capacity capacity) {
    for (Capacity.Change change : capacity.changes()) {
      timeline.schedule(
          originNanos + change.afterNanos(),
          () -> {
            if (state.started() && state.model().queue().capacity().equals(capacity)) {
              context.event(
                  "max-throughput is " + Capacity.figure(change.maxThroughput()) + " now");
            }
          });
    }
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
    Distribution time = model.servers().time().orElse(null);
    if (time == null) {
      return null;
    }
    return before == null ? new ServerPool(model, time, originNanos) : before.changed(model, time);
  }

  private @Nullable ServerQueue newQueue(SimModel model, @Nullable ServerQueue before) {
    if (!model.queues() || model.servers().time().isPresent()) {
      return null;
    }
    long nowNanos = timeline.nanoTime();
    long backlogNanos = before == null ? 0 : before.backlogNanos(nowNanos);
    return new ServerQueue(model, originNanos, nowNanos, backlogNanos);
  }
}
