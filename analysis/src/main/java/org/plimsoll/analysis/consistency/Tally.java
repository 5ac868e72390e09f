package org.plimsoll.analysis.consistency;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.DataFormatException;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.ConsistencySummary.Reads;
import org.plimsoll.result.ConsistencySummary.Stale;
import org.plimsoll.result.ConsistencySummary.VisibilityPoint;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Latency;

/** Counts the judgements of reads, without a lock. */
final class Tally {
  private static final int DIGITS = 3;
  private static final Guarantee[] GUARANTEES = Guarantee.values();

  private final LongAdder unjudged = new LongAdder();
  private final LongAdder fresh = new LongAdder();
  private final LongAdder ahead = new LongAdder();
  private final LongAdder versionsBehind = new LongAdder();
  private final Histogram atLeast = new ConcurrentHistogram(DIGITS);
  private final Histogram atMost = new ConcurrentHistogram(DIGITS);
  private final Histogram behind = new ConcurrentHistogram(DIGITS);
  private final VisibilityCurve visibility = new VisibilityCurve();
  private final AtomicReference<@Nullable String> staleExample = new AtomicReference<>();
  private final GuaranteeTally[] guarantees = new GuaranteeTally[GUARANTEES.length];

  private static final class GuaranteeTally {
    private final LongAdder checked = new LongAdder();
    private final LongAdder violated = new LongAdder();
    private final AtomicReference<@Nullable String> example = new AtomicReference<>();
  }

  /** Supplies a sentence that describes a read; called only for the first read of its kind. */
  interface Story {
    String tell();
  }

  Tally() {
    Arrays.setAll(guarantees, guarantee -> new GuaranteeTally());
  }

  void count(Judgement judgement, Story story) {
    switch (judgement.kind()) {
      case UNJUDGED -> unjudged.increment();
      case FRESH -> fresh.increment();
      case AHEAD -> ahead.increment();
      case STALE -> {
        atLeast.recordValue(judgement.atLeastNanos());
        atMost.recordValue(judgement.atMostNanos());
        behind.recordValue(judgement.versionsBehind());
        versionsBehind.add(judgement.versionsBehind());
        keep(staleExample, story);
      }
      case HELD -> {} // counted when it is decided
    }
    if (judgement.sinceAckNanos() >= 0) {
      visibility.add(judgement.sinceAckNanos(), judgement.sees());
    }
    for (Guarantee guarantee : GUARANTEES) {
      if (judgement.isChecked(guarantee)) {
        GuaranteeTally tally = guarantees[guarantee.ordinal()];
        tally.checked.increment();
        if (judgement.isViolated(guarantee)) {
          tally.violated.increment();
          keep(tally.example, story);
        }
      }
    }
  }

  /** Counts stale reads that had been held back. */
  void count(HeldReads reads) {
    for (long read = 0; read < reads.count(); read++) {
      atLeast.recordValue(reads.atLeastNanos(read));
      atMost.recordValue(reads.atMostNanos(read));
      behind.recordValue(reads.versionsBehind());
      versionsBehind.add(reads.versionsBehind());
      keep(staleExample, reads::tell);
    }
  }

  /** Returns the judgements so far. */
  JudgedReads judged() {
    Map<String, JudgedReads.Checked> checked = new LinkedHashMap<>();
    for (Guarantee guarantee : GUARANTEES) {
      GuaranteeTally its = guarantees[guarantee.ordinal()];
      checked.put(
          guarantee.code(),
          new JudgedReads.Checked(its.checked.sum(), its.violated.sum(), its.example.get()));
    }
    return new JudgedReads(
        unjudged.sum(),
        fresh.sum(),
        ahead.sum(),
        versionsBehind.sum(),
        encoded(atLeast),
        encoded(atMost),
        encoded(behind),
        visibility.reads(),
        visibility.saw(),
        staleExample.get(),
        checked);
  }

  private static byte[] encoded(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    return Arrays.copyOf(buffer.array(), histogram.encodeIntoCompressedByteBuffer(buffer));
  }

  /**
   * Adds the judgements of a generator.
   *
   * @throws IllegalArgumentException if the histograms cannot be decoded
   */
  void add(JudgedReads other) {
    unjudged.add(other.unjudged());
    fresh.add(other.fresh());
    ahead.add(other.ahead());
    versionsBehind.add(other.versionsBehind());
    atLeast.add(decoded(other.atLeastNanos()));
    atMost.add(decoded(other.atMostNanos()));
    behind.add(decoded(other.behind()));
    visibility.add(other.visibilityReads(), other.visibilitySaw());
    keep(staleExample, other.staleExample());
    for (Guarantee guarantee : GUARANTEES) {
      JudgedReads.Checked its = other.guarantees().get(guarantee.code());
      if (its != null) {
        GuaranteeTally tally = guarantees[guarantee.ordinal()];
        tally.checked.add(its.checked());
        tally.violated.add(its.violated());
        keep(tally.example, its.example());
      }
    }
  }

  private static Histogram decoded(byte[] bytes) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("not a histogram", e);
    }
  }

  private static void keep(AtomicReference<@Nullable String> example, @Nullable String other) {
    if (other != null) {
      example.compareAndSet(null, other);
    }
  }

  private static void keep(AtomicReference<@Nullable String> example, Story story) {
    if (example.get() == null) {
      example.compareAndSet(null, story.tell());
    }
  }

  /**
   * Returns the numbers of reads.
   *
   * @param lost the number of reads that missed a lost write
   */
  Reads reads(long lost) {
    long stale = atLeast.getTotalCount();
    long judged = fresh.sum() + ahead.sum() + stale + lost;
    return new Reads(judged, unjudged.sum(), ahead.sum(), stale, Wilson.of(stale, judged), lost);
  }

  /** Returns a lower bound of the staleness of all judged reads; 0 for a fresh one. */
  Latency staleNanos() {
    Histogram all = new Histogram(DIGITS);
    all.add(atLeast);
    long others = fresh.sum() + ahead.sum();
    if (others > 0) {
      all.recordValueWithCount(0, others);
    }
    return Latencies.of(all);
  }

  @Nullable Stale stale() {
    String example = staleExample.get();
    if (example == null) {
      return null;
    }
    return new Stale(
        Latencies.of(atLeast),
        Latencies.of(atMost),
        (double) versionsBehind.sum() / atLeast.getTotalCount(),
        behind.getMaxValue(),
        example);
  }

  List<VisibilityPoint> visibility() {
    return visibility.points();
  }

  Map<String, ConsistencySummary.Guarantee> guarantees() {
    Map<String, ConsistencySummary.Guarantee> results = new LinkedHashMap<>();
    for (Guarantee guarantee : GUARANTEES) {
      GuaranteeTally tally = guarantees[guarantee.ordinal()];
      long checked = tally.checked.sum();
      long violated = tally.violated.sum();
      results.put(
          guarantee.code(),
          new ConsistencySummary.Guarantee(
              checked, violated, Wilson.of(violated, checked), tally.example.get()));
    }
    return results;
  }
}
