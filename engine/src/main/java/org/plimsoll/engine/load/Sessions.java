package org.plimsoll.engine.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Session;
import org.plimsoll.engine.clock.Clock;

/**
 * The sessions of a run, and the number of calls that have not returned. A session that has stopped
 * answering is discarded, which frees its resources. It is replaced when the target can be reached
 * again.
 */
public final class Sessions implements AutoCloseable {
  private static final long REOPEN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Clock clock;
  private final Callable<Session> opener;
  private final Consumer<String> events;
  private final List<Entry> entries = new ArrayList<>();

  /** Sessions with free capacity, the least recently used first. */
  private final Deque<Entry> available = new ArrayDeque<>();

  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private int inFlight;

  /** Integral of {@link #inFlight} over time; as a long it would overflow within hours. */
  private double inFlightNanos;

  private long countedNanos;

  /** The last answers of sessions that were discarded or retired. */
  private LastAnswers.Instants former = LastAnswers.Instants.NONE;

  /** Retired sessions that still have operations in flight. */
  private final List<Entry> retiring = new ArrayList<>();

  private int wanted;
  private int opened;
  private boolean closed;

  /**
   * @param opener opens one session, or throws if the target cannot be reached
   * @param events receives events of the sessions, as sentences
   */
  public Sessions(Clock clock, Callable<Session> opener, Consumer<String> events) {
    this.clock = clock;
    this.opener = opener;
    this.events = events;
    this.countedNanos = clock.nanoTime();
  }

  /**
   * The use of the sessions until an instant.
   *
   * @param inFlightNanos integral of the number of calls in flight over time
   */
  public record Usage(long atNanos, int inFlight, double inFlightNanos) {}

  /**
   * Whether the sessions are in use and answer.
   *
   * @param answeredNanos the last answer of any kind; null if there was none
   * @param succeededNanos the last answer other than a failure; null if there was none
   */
  public record Activity(
      int inFlight, @Nullable Long answeredNanos, @Nullable Long succeededNanos) {
    /** Returns the sum of this activity and that of other sessions. */
    public Activity plus(Activity other) {
      return new Activity(
          inFlight + other.inFlight,
          LastAnswers.later(answeredNanos, other.answeredNanos),
          LastAnswers.later(succeededNanos, other.succeededNanos));
    }
  }

  /** One session with its state. */
  final class Entry {
    private final Session session;
    private final int number;
    private final int capacity;
    private int inUse;
    private int abandoned;
    private long lateNanos;
    private volatile boolean discarded;
    private volatile boolean retired;
    private final LastAnswers answers;

    Entry(Session session, int number) {
      this.session = session;
      this.number = number;
      this.capacity = session.maxInFlight();
      this.lateNanos = clock.nanoTime();
      this.answers = new LastAnswers(lateNanos);
    }

    Session session() {
      return session;
    }

    /** Returns the number of the session, from 1 on in the order of opening. */
    int number() {
      return number;
    }

    /**
     * Whether the session accepts no more operations. A thread that holds the session then takes
     * another one.
     */
    boolean isDiscarded() {
      return discarded;
    }

    /**
     * Whether the session is closed as soon as its operations have ended. It accepts no more
     * operations.
     */
    boolean isRetired() {
      return retired;
    }

    void progressed(long nowNanos, boolean isFailed) {
      answers.answered(nowNanos, isFailed);
    }

    void abandoned() {
      synchronized (Sessions.this) {
        abandoned++;
      }
    }

    /** Called when an abandoned call has returned. */
    void releaseAbandoned(long nowNanos) {
      synchronized (Sessions.this) {
        abandoned--;
        lateNanos = nowNanos;
      }
      release(this);
    }

    private boolean isStuck(long nowNanos, long timeoutNanos) {
      return abandoned > 0
          && (nowNanos - answers.sinceNanos() > timeoutNanos
              || (abandoned > Math.max(1, capacity / 2) && nowNanos - lateNanos > timeoutNanos));
    }
  }

  /**
   * Returns sessions that rehearse on these, or that answer at once and send nothing. Closing them
   * does not close these sessions.
   */
  public synchronized Sessions rehearsing(boolean sends) {
    Sessions rehearsing =
        new Sessions(
            clock,
            () -> {
              throw new IllegalStateException("a rehearsal opens no sessions");
            },
            text -> {});
    rehearsing.wanted = entries.size();
    entries.forEach(each -> rehearsing.add(new RehearsingSession(each.session, sends)));
    return rehearsing;
  }

  /** Opens sessions until there are this many, or until all are closed. */
  public void open(int count) throws Exception {
    synchronized (this) {
      wanted = count;
    }
    while (isMissing()) {
      add(opener.call());
    }
  }

  private synchronized boolean isMissing() {
    return !closed && entries.size() < wanted;
  }

  /**
   * Opens more sessions, or closes some: a session that has operations in flight is closed when
   * they have ended.
   *
   * @param count at least 1
   * @throws Exception if a session cannot be opened; the number of sessions then remains the same
   */
  public void resize(int count) throws Exception {
    int before;
    synchronized (this) {
      before = wanted;
    }
    try {
      open(count);
    } catch (Exception e) {
      retireDownTo(before);
      throw e;
    }
    retireDownTo(count);
  }

  private void retireDownTo(int count) {
    List<Entry> free = new ArrayList<>();
    synchronized (this) {
      wanted = count;
      while (entries.size() > count) {
        Entry last = entries.removeLast();
        available.remove(last);
        former = former.or(last.answers.instants());
        last.retired = true;
        (last.inUse == 0 ? free : retiring).add(last);
      }
    }
    free.forEach(entry -> clock.runAside(entry.session::close));
  }

  public synchronized int size() {
    return entries.size();
  }

  /** Returns the number of calls that have not returned, including abandoned ones. */
  public synchronized int inFlight() {
    return inFlight;
  }

  /** Returns the use of the sessions until now. */
  public synchronized Usage usage() {
    addInFlight(0);
    return new Usage(countedNanos, inFlight, inFlightNanos);
  }

  /**
   * Returns the calls in flight and the last answer, including those of abandoned calls and
   * discarded sessions.
   */
  public synchronized Activity activity() {
    LastAnswers.Instants last = former;
    for (Entry entry : entries) {
      last = last.or(entry.answers.instants());
    }
    return new Activity(inFlight, last.answeredNanos(), last.succeededNanos());
  }

  /** Changes the number of calls in flight. Must be called with the lock held. */
  private void addInFlight(int more) {
    long nowNanos = clock.nanoTime();
    inFlightNanos += (double) inFlight * (nowNanos - countedNanos);
    countedNanos = nowNanos;
    inFlight += more;
  }

  /** Takes a session with free capacity; null at the bound, or if all sessions are busy. */
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

  /** Whether an operation would wait for the in-flight bound, rather than for a session. */
  synchronized boolean isAtBound(int maxInFlight) {
    return inFlight >= maxInFlight;
  }

  /** Runs the action when a session may have free capacity: now or later. */
  void whenAvailable(Runnable action) {
    synchronized (this) {
      if (available.isEmpty()) {
        waiting.addLast(action);
        return;
      }
    }
    action.run();
  }

  /** Runs all waiting actions, even if there is no free capacity. */
  void wakeWaiting() {
    List<Runnable> taken;
    synchronized (this) {
      taken = List.copyOf(waiting);
      waiting.clear();
    }
    taken.forEach(Runnable::run);
  }

  void release(Entry entry) {
    Runnable waiter;
    synchronized (this) {
      if (entry.discarded) {
        return;
      }
      if (entry.inUse == entry.capacity && !entry.retired) {
        available.addLast(entry);
      }
      entry.inUse--;
      addInFlight(-1);
      if (entry.retired && entry.inUse == 0 && retiring.remove(entry)) {
        clock.runAside(entry.session::close);
      }
      waiter = waiting.pollFirst();
    }
    if (waiter != null) {
      waiter.run();
    }
  }

  /**
   * Discards stuck sessions: those without any answer within a timeout, and those whose capacity is
   * half taken by abandoned calls that do not return. A session that returns them late is slow, but
   * not stuck.
   */
  public void discardStuck(long nowNanos, long timeoutNanos) {
    List<Entry> stuck;
    synchronized (this) {
      stuck = entries.stream().filter(each -> each.isStuck(nowNanos, timeoutNanos)).toList();
      for (Entry entry : stuck) {
        entry.discarded = true;
        former = former.or(entry.answers.instants());
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
    if (!isMissing()) {
      return;
    }
    try {
      if (add(opener.call())) {
        events.accept("a session was opened again");
      }
    } catch (Exception e) {
      clock
          .housekeeping()
          .schedule(clock.nanoTime() + REOPEN_NANOS, () -> clock.runAside(this::reopen));
    }
  }

  /** Adds a session, or closes it if there are enough: others may have been opened meanwhile. */
  private boolean add(Session session) {
    boolean isAdded;
    synchronized (this) {
      isAdded = isMissing();
      if (isAdded) {
        Entry entry = new Entry(session, ++opened);
        entries.add(entry);
        available.addFirst(entry);
      }
    }
    if (isAdded) {
      wakeWaiting();
    } else {
      session.close();
    }
    return isAdded;
  }

  /** Closes all sessions. */
  @Override
  public void close() {
    List<Entry> all;
    synchronized (this) {
      closed = true;
      all = new ArrayList<>(entries);
      all.addAll(retiring);
      entries.clear();
      retiring.clear();
      available.clear();
      waiting.clear();
    }
    all.forEach(entry -> entry.session.close());
  }
}
