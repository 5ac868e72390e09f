package org.plimsoll.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.plimsoll.api.Client;
import org.plimsoll.api.Completion;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.Timeline;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.testkit.ForwardingDriver;

/** The simulated store, with a count of the operations that reached it. */
final class WatchedDriver extends ForwardingDriver {
  private final Map<OperationType, LongAdder> tally = new ConcurrentHashMap<>();
  private final Set<Long> insertedKeys = ConcurrentHashMap.newKeySet();
  private final List<Seen> seen = Collections.synchronizedList(new ArrayList<>());
  private final List<Sent> sent = Collections.synchronizedList(new ArrayList<>());
  private final long slowUpdateNanos;
  private final long handOverNanos;

  /** An operation that reached the target, and when. */
  record Sent(long atNanos, String type, long key, int row) {}

  /** An operation that has ended, of its first key. */
  record Seen(OperationType type, long key, long startNanos, long endNanos, boolean succeeded) {}

  private WatchedDriver(long slowUpdateNanos, long handOverNanos) {
    super(new SimDriver());
    this.slowUpdateNanos = slowUpdateNanos;
    this.handOverNanos = handOverNanos;
  }

  /** Counts operations, on any number of threads. */
  static WatchedDriver counting() {
    return new WatchedDriver(0, 0);
  }

  /** Delays the answers to updates. */
  static WatchedDriver withSlowUpdates(long millis) {
    return new WatchedDriver(TimeUnit.MILLISECONDS.toNanos(millis), 0);
  }

  /** Delays the start of each call, as if a thread had to wake up first. */
  static WatchedDriver handingOver(long millis) {
    return new WatchedDriver(0, TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /** The operations of this type that reached the target. */
  long count(OperationType type) {
    LongAdder count = tally.get(type);
    return count == null ? 0 : count.sum();
  }

  /** All operations that reached the target. */
  long count() {
    return tally.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** The operations that reached the target, in order. */
  List<Sent> sent() {
    return List.copyOf(sent);
  }

  /** The numbers of the inserted keys. */
  Set<Long> insertedKeys() {
    return insertedKeys;
  }

  /** The operations in the order in which they ended. */
  List<Seen> seen() {
    return List.copyOf(seen);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    Client client = super.open(context);
    return new Client() {
      @Override
      public Session openSession() throws Exception {
        return new WatchedSession(client.openSession(), context.timeline());
      }

      @Override
      public int preferredSessions() {
        return client.preferredSessions();
      }

      @Override
      public Map<String, String> facts() {
        return client.facts();
      }

      @Override
      public void settingsChanged(SettingValues settings) {
        client.settingsChanged(settings);
      }

      @Override
      public void filled() throws Exception {
        client.filled();
      }

      @Override
      public OptionalLong count() throws Exception {
        return client.count();
      }

      @Override
      public void close() {
        client.close();
      }
    };
  }

  private final class WatchedSession implements Session {
    private final Session session;
    private final Timeline timeline;

    WatchedSession(Session session, Timeline timeline) {
      this.session = session;
      this.timeline = timeline;
    }

    @Override
    public int maxInFlight() {
      return session.maxInFlight();
    }

    @Override
    public void execute(Operation operation, Completion completion) {
      OperationType type = operation.type();
      tally.computeIfAbsent(type, t -> new LongAdder()).increment();
      if (timeline instanceof VirtualClock clock) {
        sent.add(
            new Sent(clock.nanoTime(), type.name(), operation.key().number(), rowOf(operation)));
      }
      if (type.equals(OperationType.INSERT)) {
        insertedKeys.add(operation.key(0).number());
      }
      if (slowUpdateNanos > 0 && type.equals(OperationType.UPDATE)) {
        long atNanos = timeline.nanoTime() + slowUpdateNanos;
        timeline.schedule(atNanos, () -> session.execute(operation, completion));
      } else if (handOverNanos > 0) {
        timeline.schedule(
            timeline.nanoTime() + handOverNanos,
            () -> {
              completion.started();
              session.execute(operation, completion);
            });
      } else {
        session.execute(operation, watched(operation, completion));
      }
    }

    private Completion watched(Operation operation, Completion completion) {
      OperationType type = operation.type();
      long key = operation.key(0).number();
      long startNanos = timeline.nanoTime();
      return new Completion() {
        @Override
        public void started() {
          completion.started();
        }

        @Override
        public void complete(Outcome outcome) {
          boolean succeeded = outcome.status() == Outcome.Status.SUCCEEDED;
          seen.add(new Seen(type, key, startNanos, timeline.nanoTime(), succeeded));
          completion.complete(outcome);
        }
      };
    }

    private static int rowOf(Operation operation) {
      return operation.type().row() ? Arrays.hashCode(operation.row().copy(0)) : 0;
    }

    @Override
    public void close() {
      session.close();
    }
  }
}
