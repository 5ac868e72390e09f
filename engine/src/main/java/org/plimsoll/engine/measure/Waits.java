package org.plimsoll.engine.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Why operations started later than intended: the generator itself was late, the in-flight bound
 * was reached, or every session was busy. In nanoseconds, of the measure phase.
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

  /** An arrival was due, and handled at an instant. Called by one thread, in their order. */
  public void arrived(long dueNanos, long handledNanos) {
    generator.recordValue(Math.max(0, handledNanos - dueNanos));
    gaps.arrived(dueNanos, handledNanos);
  }

  /** An arrival found no room. */
  public void noRoom(boolean isAtBound) {
    (isAtBound ? atBound : atSessions).increment();
  }

  /** An arrival that found no room has waited this long for it. */
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

  /** How late the generator itself was since the last call; all is kept for {@link #totals}. */
  public synchronized Histogram collect() {
    Histogram interval = generator.getIntervalHistogram();
    generatorTotal.add(interval);
    // These stay here, so that the next ones take their place in memory.
    recycledBound = bound.getIntervalHistogram(recycledBound);
    boundTotal.add(recycledBound);
    recycledSession = session.getIntervalHistogram(recycledSession);
    sessionTotal.add(recycledSession);
    return interval;
  }

  /** Gaps between the arrivals of the measure phase. */
  public ArrivalGaps gaps() {
    return gaps;
  }

  /** Forgets what came before the measure phase. */
  public void restart() {
    collect();
    generatorTotal.reset();
    boundTotal.reset();
    sessionTotal.reset();
    atBound.reset();
    atSessions.reset();
    gaps.restart();
  }

  /** What was collected, by cause. */
  public Map<String, Histogram> totals() {
    Map<String, Histogram> totals = new LinkedHashMap<>();
    totals.put("generator", generatorTotal);
    totals.put("bound", boundTotal);
    totals.put("session", sessionTotal);
    return totals;
  }
}
