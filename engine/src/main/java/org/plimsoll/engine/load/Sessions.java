package org.plimsoll.engine.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Session;
import org.plimsoll.engine.clock.Clock;

/**
 * The sessions of a run, and the count of calls that have not returned. A session that has stopped
 * answering is discarded, which frees what it held, and replaced as soon as the target can be
 * reached again.
 */
public final class Sessions implements AutoCloseable {
  private static final long REOPEN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Clock clock;
  private final Callable<Session> opener;
  private final Consumer<String> events;
  private final List<Entry> entries = new ArrayList<>();

  /** Those with room, the longest unused first. */
  private final Deque<Entry> available = new ArrayDeque<>();

  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private int inFlight;

  /** Integral of {@link #inFlight} over time; as a long it would overflow within hours. */
  private double inFlightNanos;

  private long countedNanos;
  private int wanted;
  private boolean closed;

  /**
   * @param opener opens one session, or throws when the target cannot be reached
   * @param events told what happens to sessions, in sentences
   */
  public Sessions(Clock clock, Callable<Session> opener, Consumer<String> events) {
    this.clock = clock;
    this.opener = opener;
    this.events = events;
    this.countedNanos = clock.nanoTime();
  }

  /**
   * How the sessions were used until an instant.
   *
   * @param inFlightNanos calls in flight, added up over time
   */
  public record Usage(long atNanos, int inFlight, double inFlightNanos) {}

  /** One session, with what the engine knows of it. */
  final class Entry {
    private final Session session;
    private final int capacity;
    private int inUse;
    private int abandoned;
    private volatile boolean discarded;

    /** Written without a fence for each answer: the watchdog may see it late. */
    private final AtomicLong progressNanos;

    Entry(Session session) {
      this.session = session;
      this.capacity = session.maxInFlight();
      this.progressNanos = new AtomicLong(clock.nanoTime());
    }

    Session session() {
      return session;
    }

    /** Whether it takes no operations any more; its holders look for another one. */
    boolean isDiscarded() {
      return discarded;
    }

    void progressed(long nowNanos) {
      progressNanos.setRelease(nowNanos);
    }

    void abandoned() {
      synchronized (Sessions.this) {
        abandoned++;
      }
    }

    void releaseAbandoned() {
      synchronized (Sessions.this) {
        abandoned--;
      }
      release(this);
    }

    private boolean isStuck(long nowNanos, long timeoutNanos) {
      return abandoned > 0
          && (nowNanos - progressNanos.getAcquire() > timeoutNanos
              || abandoned > Math.max(1, capacity / 2));
    }
  }

  /** Opens sessions until there are so many. */
  public void open(int count) throws Exception {
    synchronized (this) {
      wanted = count;
    }
    while (size() < count) {
      add(opener.call());
    }
  }

  public synchronized int size() {
    return entries.size();
  }

  /** Calls that have not returned, abandoned ones included. */
  public synchronized int inFlight() {
    return inFlight;
  }

  /** How the sessions were used until now. */
  public synchronized Usage usage() {
    addInFlight(0);
    return new Usage(countedNanos, inFlight, inFlightNanos);
  }

  /** Changes the number of calls in flight. Needs the lock. */
  private void addInFlight(int more) {
    long nowNanos = clock.nanoTime();
    inFlightNanos += (double) inFlight * (nowNanos - countedNanos);
    countedNanos = nowNanos;
    inFlight += more;
  }

  /** A session with room; null at the bound, or when every session is busy. */
  synchronized @Nullable Entry tryAcquire(int maxInFlight) {
    if (inFlight >= maxInFlight) {
      return null;
    }
    Entry entry = available.peekFirst();
    if (entry == null) {
      return null;
    }
    entry.inUse++;
    addInFlight(1);
    if (entry.inUse >= entry.capacity) {
      available.pollFirst();
    } else if (available.size() > 1) {
      available.addLast(available.pollFirst());
    }
    return entry;
  }

  /** Whether the bound, rather than the sessions, is what an operation would wait for. */
  synchronized boolean isAtBound(int maxInFlight) {
    return inFlight >= maxInFlight;
  }

  /** Runs the action when a session may have room again. */
  void whenAvailable(Runnable action) {
    synchronized (this) {
      if (available.isEmpty()) {
        waiting.addLast(action);
        return;
      }
    }
    action.run();
  }

  /** Runs what waits for room, though there may be none. */
  void wakeWaiting() {
    takeWaiting().forEach(Runnable::run);
  }

  private synchronized List<Runnable> takeWaiting() {
    List<Runnable> taken = new ArrayList<>(waiting);
    waiting.clear();
    return taken;
  }

  void release(Entry entry) {
    Runnable waiter;
    synchronized (this) {
      if (entry.discarded) {
        return;
      }
      if (entry.inUse == entry.capacity) {
        available.addLast(entry);
      }
      entry.inUse--;
      addInFlight(-1);
      waiter = waiting.pollFirst();
    }
    if (waiter != null) {
      waiter.run();
    }
  }

  /** Discards sessions that hold abandoned calls and have not answered for a timeout. */
  public void discardStuck(long nowNanos, long timeoutNanos) {
    List<Entry> stuck = new ArrayList<>();
    synchronized (this) {
      for (Entry entry : entries) {
        if (entry.isStuck(nowNanos, timeoutNanos)) {
          stuck.add(entry);
        }
      }
      for (Entry entry : stuck) {
        entry.discarded = true;
        entries.remove(entry);
        available.remove(entry);
        addInFlight(-entry.inUse);
      }
    }
    for (Entry entry : stuck) {
      events.accept("a session with " + entry.inUse + " unanswered calls was discarded");
      clock.runAside(() -> {
        try {
          entry.session.close();
        } finally {
          reopen();
        }
      });
    }
  }

  private void reopen() {
    synchronized (this) {
      if (closed || entries.size() >= wanted) {
        return;
      }
    }
    try {
      add(opener.call());
      events.accept("a session was opened again");
    } catch (Exception e) {
      clock
          .housekeeping()
          .schedule(clock.nanoTime() + REOPEN_NANOS, () -> clock.runAside(this::reopen));
    }
  }

  private void add(Session session) {
    synchronized (this) {
      if (!closed) {
        Entry entry = new Entry(session);
        entries.add(entry);
        available.addFirst(entry);
      }
    }
    if (isClosed()) {
      session.close();
    }
    wakeWaiting();
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Closes all sessions. */
  @Override
  public void close() {
    List<Entry> all;
    synchronized (this) {
      closed = true;
      all = new ArrayList<>(entries);
      entries.clear();
      available.clear();
      waiting.clear();
    }
    all.forEach(entry -> entry.session.close());
  }
}
