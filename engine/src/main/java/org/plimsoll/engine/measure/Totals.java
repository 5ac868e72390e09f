package org.plimsoll.engine.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Counts and merged histograms of one operation type, or of all, over a period. Not thread-safe.
 */
public final class Totals {
  private final long[] counts = new long[Counter.values().length];
  private final Map<String, Long> failures = new TreeMap<>();
  private final Map<String, FirstFailure> firstFailures = new TreeMap<>();
  private final Histogram response;
  private final Histogram service;
  private final Histogram lag;
  private final SortedMap<Place, Totals> steps = new TreeMap<>();

  public Totals() {
    this(new Histogram(3), new Histogram(3), new Histogram(3));
  }

  Totals(Histogram response, Histogram service, Histogram lag) {
    this.response = response;
    this.service = service;
    this.lag = lag;
  }

  /** A step of an operation, by its number and its name. */
  record Place(int number, String name) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byNumber = Integer.compare(number, other.number);
      return byNumber != 0 ? byNumber : name.compareTo(other.name);
    }
  }

  public long count(Counter counter) {
    return counts[counter.ordinal()];
  }

  /** Returns the number of failed answers by code. */
  public Map<String, Long> failures() {
    return failures;
  }

  /** Returns the first failure with a message, by code. */
  public Map<String, FirstFailure> firstFailures() {
    return firstFailures;
  }

  /**
   * Returns the response times, from intended start to response, in nanoseconds; empty in a closed
   * load.
   */
  public Histogram response() {
    return response;
  }

  /** Returns the service times, from start to response, in nanoseconds. */
  public Histogram service() {
    return service;
  }

  /**
   * Returns the dispatch lags, from intended start to start, in nanoseconds; empty in a closed
   * load.
   */
  public Histogram lag() {
    return lag;
  }

  /**
   * Returns the totals of an operation's steps, by name and in order. They are parts of the
   * operation, excluded from its other figures, and have only a service time.
   */
  public Map<String, Totals> steps() {
    Map<String, Totals> byName = new LinkedHashMap<>();
    steps.forEach(
        (place, totals) -> byName.computeIfAbsent(place.name, n -> new Totals()).add(totals));
    return byName;
  }

  /** Returns the totals of the steps by place. */
  SortedMap<Place, Totals> places() {
    return steps;
  }

  Totals stepOrNone(String name) {
    return steps().getOrDefault(name, new Totals());
  }

  Totals step(int number, String name) {
    return steps.computeIfAbsent(new Place(number, name), p -> new Totals());
  }

  /**
   * Returns the answers in time that arrived in the phase, including answers for operations of an
   * earlier phase, but excluding those after its end.
   */
  public long answeredWithin() {
    return answered() + count(Counter.MOVED) - count(Counter.DRAINED);
  }

  /** Returns the number of answers after the deadline, whether or not the phase had ended. */
  public long late() {
    return count(Counter.LATE) + count(Counter.DRAINED_LATE);
  }

  /**
   * Returns the operations of the phase that ended in time with a response other than a failure.
   */
  public long answered() {
    return count(Counter.SUCCEEDED) + count(Counter.NOT_FOUND);
  }

  /** Returns the operations without a response in time; they rank above every sample. */
  public long censored() {
    return count(Counter.TIMED_OUT)
        + count(Counter.NOT_SENT)
        + count(Counter.SHED)
        + count(Counter.UNFINISHED);
  }

  /** Returns the operations that have ended in any way. */
  public long ended() {
    return answered() + count(Counter.FAILED) + censored();
  }

  /**
   * Counts scheduled operations that have not ended as unfinished. Nothing may be collected
   * afterwards.
   */
  public void finish() {
    add(Counter.UNFINISHED, Math.max(0, count(Counter.SCHEDULED) - ended()));
    steps.values().forEach(Totals::finish);
  }

  /**
   * Reduces the scheduled count to the operations that have ended, since the others are counted
   * elsewhere.
   */
  public void forgetPending() {
    counts[Counter.SCHEDULED.ordinal()] = ended();
    steps.values().forEach(Totals::forgetPending);
  }

  /**
   * Returns the totals of the operations that have ended, without those that are pending. The
   * result shares the histograms with these totals, so it is valid until they change.
   */
  public Totals withoutPending() {
    Totals view = new Totals(response, service, lag);
    System.arraycopy(counts, 0, view.counts, 0, counts.length);
    view.failures.putAll(failures);
    view.firstFailures.putAll(firstFailures);
    steps.forEach((place, totals) -> view.steps.put(place, totals.withoutPending()));
    view.forgetPending();
    return view;
  }

  /** Makes the times of failures relative to an instant. */
  public void relateTo(long originNanos) {
    firstFailures.replaceAll(
        (code, first) -> new FirstFailure(first.atNanos() - originNanos, first.message()));
    steps.values().forEach(its -> its.relateTo(originNanos));
  }

  /** Returns the sum of these totals and others. */
  public Totals plus(Totals other) {
    Totals sum = new Totals();
    sum.add(this);
    sum.add(other);
    return sum;
  }

  /** Whether nothing was counted or recorded and there are no steps. */
  boolean isEmpty() {
    for (long count : counts) {
      if (count != 0) {
        return false;
      }
    }
    return failures.isEmpty()
        && firstFailures.isEmpty()
        && response.getTotalCount() + service.getTotalCount() + lag.getTotalCount() == 0
        && steps.isEmpty();
  }

  void add(Counter counter, long count) {
    counts[counter.ordinal()] += count;
  }

  void addFailures(String code, long count) {
    failures.merge(code, count, Long::sum);
  }

  void addFirstFailure(String code, FirstFailure first) {
    firstFailures.merge(code, first, FirstFailure::earlier);
  }

  /** Adds other totals. */
  public void add(Totals other) {
    addWithoutSteps(other);
    other.steps.forEach((place, totals) -> step(place.number, place.name).add(totals));
  }

  /** Adds other totals without their steps, which have no meaning in a sum over operations. */
  void addWithoutSteps(Totals other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    other.failures.forEach(this::addFailures);
    other.firstFailures.forEach(this::addFirstFailure);
    add(response, other.response);
    add(service, other.service);
    add(lag, other.lag);
  }

  /**
   * Adds a histogram unless it is empty, since adding an empty one takes as long as adding any
   * other.
   */
  static void add(Histogram to, Histogram more) {
    if (more.getTotalCount() > 0) {
      to.add(more);
    }
  }
}
