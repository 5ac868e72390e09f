package org.plimsoll.fleet.simulation;

import java.util.Map;
import java.util.TreeMap;

/** A constant schedule whose rate changes: the intended start of each index, in run time. */
final class SimSchedule {
  private final double firstRate;
  private final TreeMap<Long, Step> steps = new TreeMap<>();

  private record Step(long fromNanos, double ratePerSecond) {}

  SimSchedule(double ratePerSecond) {
    this.firstRate = ratePerSecond;
  }

  void rate(long number, long fromNanos, double ratePerSecond) {
    steps.put(number, new Step(fromNanos, ratePerSecond));
  }

  void drop(long fromNumber) {
    steps.tailMap(fromNumber, true).clear();
  }

  /** The schedule as someone knows it who follows the journal up to a number. */
  SimSchedule knownUpTo(long number) {
    SimSchedule known = new SimSchedule(firstRate);
    known.steps.putAll(steps.headMap(number, true));
    return known;
  }

  boolean sameAs(SimSchedule other) {
    return steps.equals(other.steps);
  }

  long intendedNanos(long index) {
    double from = 0;
    double first = 0;
    double rate = firstRate;
    for (Map.Entry<Long, Step> each : steps.entrySet()) {
      Step step = each.getValue();
      double reached = first + (step.fromNanos - from) * rate / 1e9;
      if (reached > index) {
        break;
      }
      first = reached;
      from = step.fromNanos;
      rate = step.ratePerSecond;
    }
    return (long) (from + (index - first) * 1e9 / rate);
  }

  /** The first index that is due at or after an instant. */
  long indexAt(long nanos) {
    if (nanos <= 0) {
      return 0;
    }
    double from = 0;
    double first = 0;
    double rate = firstRate;
    for (Step step : steps.values()) {
      if (step.fromNanos > nanos) {
        break;
      }
      first += (step.fromNanos - from) * rate / 1e9;
      from = step.fromNanos;
      rate = step.ratePerSecond;
    }
    long index = Math.max(0, (long) Math.floor(first + (nanos - from) * rate / 1e9) - 2);
    while (intendedNanos(index) < nanos) {
      index++;
    }
    return index;
  }

  double maxRate(long fromNanos, long toNanos) {
    double max = 0;
    double rate = firstRate;
    long start = 0;
    for (Step step : steps.values()) {
      if (start <= toNanos && step.fromNanos >= fromNanos) {
        max = Math.max(max, rate);
      }
      start = step.fromNanos;
      rate = step.ratePerSecond;
    }
    return start <= toNanos ? Math.max(max, rate) : max;
  }
}
