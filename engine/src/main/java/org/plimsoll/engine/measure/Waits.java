package org.plimsoll.engine.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * The waits of operations that started later than intended, by cause: a late generator, the
 * in-flight bound, or busy sessions. In nanoseconds.
 */
public final class Waits {
  /** The names of the causes. */
  public static final String GENERATOR = "generator";

  public static final String BOUND = "bound";
  public static final String SESSION = "session";

  private final Recorder generator = new Recorder(3);
  private final Recorder bound = new Recorder(3);
  private final Recorder session = new Recorder(3);
  private final LongAdder atBound = new LongAdder();
  private final LongAdder atSessions = new LongAdder();
  private final ArrivalGaps gaps = new ArrivalGaps();
  private long collectedAtBound;
  private long collectedAtSessions;
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

  /**
   * The waits of a period.
   *
   * @param byCause the lag of the generator, and the waits for the in-flight bound and for a
   *     session
   * @param atBound arrivals that found the in-flight bound reached
   * @param withoutSession arrivals that found every session busy
   */
  public record Waited(Map<String, Histogram> byCause, long atBound, long withoutSession) {}

  /** Collects the waits since the last call. A cause without waits is left out. */
  public synchronized Waited collect() {
    Map<String, Histogram> byCause = new LinkedHashMap<>();
    Histogram late = generator.getIntervalHistogram();
    if (late.getTotalCount() > 0) {
      byCause.put(GENERATOR, late);
    }
    // An empty histogram is kept and reused by the next collection.
    recycledBound = bound.getIntervalHistogram(recycledBound);
    if (recycledBound.getTotalCount() > 0) {
      byCause.put(BOUND, recycledBound);
      recycledBound = null;
    }
    recycledSession = session.getIntervalHistogram(recycledSession);
    if (recycledSession.getTotalCount() > 0) {
      byCause.put(SESSION, recycledSession);
      recycledSession = null;
    }
    long boundNow = atBound.sum();
    long sessionsNow = atSessions.sum();
    Waited waited =
        new Waited(byCause, boundNow - collectedAtBound, sessionsNow - collectedAtSessions);
    collectedAtBound = boundNow;
    collectedAtSessions = sessionsNow;
    return waited;
  }

  /** Returns the gaps between arrivals since the last {@link #restart}. */
  public ArrivalGaps.Sample gaps() {
    return gaps.sample();
  }

  /** Starts a new sample of gaps. */
  public void restart() {
    gaps.restart();
  }
}
