package org.plimsoll.engine.telemetry;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.ObservationSpec;
import org.plimsoll.engine.spec.ShownUrl;
import org.plimsoll.result.SeriesId;

/**
 * Reads the target's telemetry every few seconds during the load. Each source has its own thread,
 * so that its readings never overlap and an unresponsive source does not delay others. The sources
 * can change. A source that cannot be read leaves a gap and warns once. In virtual time the caller
 * of {@link #take} reads everything.
 */
public final class Telemetry implements AutoCloseable {
  /**
   * Maximum number of series. More would inflate the record of every second, and the memory of a
   * run of weeks.
   */
  static final int SERIES_MAX = 256;

  /** A node that has not been read for this many readings is left out of sums. */
  private static final int STALE_READINGS = 3;

  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long END_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Clock clock;
  private final long everyNanos;
  private final long slowNanos;
  private final Consumer<String> warning;
  private final Sources sources;

  /**
   * Readers by the part of the spec that requests them. Replaced as a whole, under the lock {@link
   * #changing}.
   */
  private volatile Map<Object, List<Reader>> readers = Map.of();

  private final Object changing = new Object();

  /** Values since the last {@link #take}, followed by all series so far. Guarded by this. */
  private Map<String, Double> pending = new LinkedHashMap<>();

  private final Set<SeriesId> series = new LinkedHashSet<>();
  private final NodeSums sums;
  private final AtomicBoolean overflowed = new AtomicBoolean();
  private volatile boolean closed;

  private Telemetry(
      Sources sources, Clock clock, long everyNanos, long slowNanos, Consumer<String> warning) {
    this.sources = sources;
    this.clock = clock;
    this.slowNanos = slowNanos;
    this.everyNanos = everyNanos;
    this.warning = warning;
    this.sums = new NodeSums(STALE_READINGS * everyNanos);
  }

  /**
   * Starts reading.
   *
   * @param targetHosts the hosts of the target
   * @param hosts checks each connection to a host that the spec names
   * @param driverName prefix of the names that the driver reads: {@code redis.used_memory_bytes}
   * @param driver reads the driver's metrics
   * @param warning called once for each source that cannot be read
   */
  public static Telemetry begin(
      ObservationSpec spec,
      List<String> targetHosts,
      HostCheck hosts,
      String driverName,
      Callable<Map<String, Double>> driver,
      Clock clock,
      Consumer<String> warning) {
    Sources sources = new Sources(targetHosts, hosts, driverName, driver);
    Telemetry telemetry =
        new Telemetry(sources, clock, spec.telemetryEveryNanos(), SLOW_NANOS, warning);
    telemetry.change(spec);
    return telemetry;
  }

  /**
   * Changes to the sources of another spec. Sources that both specs name continue, the others end,
   * and new ones start. The time between two readings does not change.
   */
  public void change(ObservationSpec next) {
    read(sources.of(next));
  }

  static Telemetry begin(
      List<TelemetrySource> sources,
      long everyNanos,
      long slowNanos,
      Clock clock,
      Consumer<String> warning) {
    Telemetry telemetry =
        new Telemetry(
            new Sources(List.of(), HostCheck.ANY, "", Map::of),
            clock,
            everyNanos,
            slowNanos,
            warning);
    telemetry.read(Map.of(sources, () -> sources));
    return telemetry;
  }

  private void read(Map<Object, Supplier<List<TelemetrySource>>> wanted) {
    synchronized (changing) {
      if (closed) {
        return;
      }
      Map<Object, List<Reader>> ended = new LinkedHashMap<>(readers);
      Map<Object, List<Reader>> next = new LinkedHashMap<>();
      wanted.forEach((key, make) -> {
        List<Reader> goesOn = ended.remove(key);
        next.put(key, goesOn == null ? started(make.get()) : goesOn);
      });
      readers = Collections.unmodifiableMap(next);
      ended.values().forEach(each -> each.forEach(Reader::stop));
    }
  }

  private List<Reader> started(List<TelemetrySource> sources) {
    List<Reader> started = sources.stream().map(Reader::new).toList();
    if (!clock.isVirtual()) {
      started.forEach(Reader::start);
    }
    return started;
  }

  /**
   * Takes the values read since the last call, by the text of their {@link SeriesId}; usually none.
   * This call never blocks.
   */
  public Map<String, Double> take() {
    long nowNanos = clock.nanoTime();
    readers.values().forEach(each -> each.forEach(reader -> reader.look(nowNanos)));
    synchronized (this) {
      sums.take(nowNanos).forEach(this::keep);
      Map<String, Double> taken = pending;
      pending = new LinkedHashMap<>();
      return taken;
    }
  }

  @Override
  public void close() {
    closed = true;
    synchronized (changing) {
      readers.values().forEach(each -> each.forEach(Reader::stop));
    }
  }

  /** Whether series were left out because there were too many. */
  public boolean isCut() {
    return overflowed.get();
  }

  private void add(SeriesId id, double value, long atNanos) {
    if (Double.isFinite(value)
        && !keep(id, value, atNanos)
        && overflowed.compareAndSet(false, true)) {
      warning.accept("telemetry has more than " + SERIES_MAX + " series; the others are left out");
    }
  }

  private synchronized boolean keep(SeriesId id, double value, long atNanos) {
    boolean isKept = keep(id, value);
    if (isKept) {
      sums.add(id, value, atNanos);
    }
    return isKept;
  }

  private synchronized boolean keep(SeriesId id, double value) {
    if (!series.contains(id) && series.size() >= SERIES_MAX) {
      return false;
    }
    series.add(id);
    pending.put(id.text(), value);
    return true;
  }

  /** Reads one source periodically. */
  private final class Reader implements Runnable {
    private final TelemetrySource source;
    private final Rates rates = new Rates();
    private @Nullable Thread thread;
    private long nextNanos = clock.nanoTime();
    private volatile long begunNanos;
    private volatile boolean isReading;
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile boolean stopped;

    Reader(TelemetrySource source) {
      this.source = source;
    }

    void start() {
      thread = Thread.ofPlatform().daemon().name("telemetry").start(this);
    }

    void stop() {
      stopped = true;
      Thread its = thread;
      if (its == null) {
        source.close();
        return;
      }
      its.interrupt();
      try {
        // A reading in progress should end before the target's client is closed.
        its.join(TimeUnit.NANOSECONDS.toMillis(END_NANOS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void run() {
      try {
        while (!stopped) {
          read();
          nextNanos += everyNanos;
          if (nextNanos - clock.nanoTime() < 0) {
            nextNanos = clock.nanoTime() + everyNanos;
          }
          TimeUnit.NANOSECONDS.sleep(nextNanos - clock.nanoTime());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        source.close();
      }
    }

    private void read() {
      begunNanos = clock.nanoTime();
      isReading = true;
      try {
        Map<SeriesId, Double> values = source.read();
        long atNanos = clock.nanoTime();
        rates.of(values, atNanos).forEach((id, value) -> add(id, value, atNanos));
      } catch (Exception | LinkageError e) {
        warn("cannot be read: " + sentence(e));
      } finally {
        isReading = false;
      }
    }

    /**
     * In virtual time, reads the source if it is due; in real time, checks whether a reading hangs.
     */
    void look(long nowNanos) {
      if (clock.isVirtual()) {
        if (nowNanos - nextNanos >= 0) {
          nextNanos = nowNanos + everyNanos;
          read();
        }
      } else if (isReading && nowNanos - begunNanos > slowNanos) {
        warn("does not answer");
      }
    }

    /**
     * Warns about the source. Must be called without a lock, since the listener calls {@link #take}
     * while it holds its own locks.
     */
    private void warn(String text) {
      if (!stopped && !closed && warned.compareAndSet(false, true)) {
        warning.accept("telemetry of " + source.name() + " " + text + "; it has gaps");
      }
    }
  }

  private static String sentence(Throwable e) {
    Throwable root = e;
    while (root.getMessage() == null && root.getCause() != null) {
      root = root.getCause();
    }
    String message = root.getMessage();
    return ShownUrl.inText(
        message == null ? root.getClass().getSimpleName() : message.lines().findFirst().orElse(""));
  }
}
