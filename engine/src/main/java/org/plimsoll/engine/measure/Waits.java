package org.plimsoll.engine.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * The waits of operations that started later than intended, by cause: a late generator, the
 * in-flight bound, or busy sessions. In nanoseconds, of the measurement.
 */
public final class Waits {
  private final Recorder generator = new Recorder(3);
  private final Recorder bound = new Recorder(3);
  private final Recorder session = new Recorder(3);
  private final LongAdder atBound = new LongAdder();
  private final LongAdder atSessions = new LongAdder();
  private final ArrivalGaps gaps = new ArrivalGaps();
  private final Histogram generatorTotal = new Histogram(3);
  private final Histogram boundTotal = new Histogram(3);
  private final Histogram sessionTotal = new Histogram(3);
  private @Nullable Histogram recycledBound;
  private @Nullable Histogram recycledSession;

  /** Records when an arrival was due and when it was handled. Called by one thread, in order. */
  public void arrived(long dueNanos, long handledNanos) {
    generator.recordValue(Math.max(0, handledNanos - dueNanos));
    gaps.arrived(dueNanos, handledNanos);
  }

  /** Records an arrival that could not be sent at once. */
  public void noRoom(boolean isAtBound) {
    (isAtBound ? atBound : atSessions).increment();
  }

  /** Records how long such an arrival waited. */
  public void waited(boolean wasAtBound, long nanos) {
    (wasAtBound ? bound : session).recordValue(Math.max(0, nanos));
  }

  /** Arrivals that found the in-flight bound reached. */
  public long arrivalsAtBound() {
    return atBound.sum();
  }

  /** Arrivals that found every session busy. */
  public long arrivalsWithoutSession() {
    return atSessions.sum();
  }

  /** Collects the generator's own delays since the last call; {@link #totals} keeps all of it. */
  public synchronized Histogram collect() {
    Histogram interval = generator.getIntervalHistogram();
    generatorTotal.add(interval);
    // These remain referenced, so that the next ones reuse their memory.
    recycledBound = bound.getIntervalHistogram(recycledBound);
    boundTotal.add(recycledBound);
    recycledSession = session.getIntervalHistogram(recycledSession);
    sessionTotal.add(recycledSession);
    return interval;
  }

  /** The gaps between arrivals of the measurement. */
  public ArrivalGaps gaps() {
    return gaps;
  }

  /** Clears everything from before the measurement. */
  public void restart() {
    collect();
    generatorTotal.reset();
    boundTotal.reset();
    sessionTotal.reset();
    atBound.reset();
    atSessions.reset();
    gaps.restart();
  }

  /** Everything collected, by cause. */
  public Map<String, Histogram> totals() {
    Map<String, Histogram> totals = new LinkedHashMap<>();
    totals.put("generator", generatorTotal);
    totals.put("bound", boundTotal);
    totals.put("session", sessionTotal);
    return totals;
  }
}
