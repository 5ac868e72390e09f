package org.plimsoll.engine.share;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Assigns each operation of a lane to one generator: operation {@code index} belongs to {@code
 * slots[index mod length]}. Immutable.
 *
 * <p>Generators of equal weight take turns. Otherwise the slots follow smooth weighted round-robin.
 * In each step, every generator gains its weight. The one with the highest balance gets the slot
 * and pays the sum of all weights. This spreads the operations of each generator evenly.
 */
public final class ShareTable {
  /** The maximum number of slots, which limits the precision of the weights. */
  public static final int SLOTS_MAX = 1 << 16;

  private static final int ALONE = 0;

  private final int[] slots;

  /** The weight of each generator: its number of slots. */
  private final SortedMap<Integer, Integer> weights;

  private ShareTable(int[] slots) {
    this.slots = slots;
    this.weights = new TreeMap<>();
    for (int generator : slots) {
      weights.merge(generator, 1, Integer::sum);
    }
  }

  /** Returns the table of a single generator with the number 0, which owns everything. */
  public static ShareTable alone() {
    return new ShareTable(new int[] {ALONE});
  }

  /**
   * Creates a table from weights.
   *
   * @param weights weight of each generator by its number; generators of weight 0 own nothing
   * @throws IllegalArgumentException if no weight is positive, one is negative, or their sum,
   *     divided by their greatest common divisor, exceeds {@value #SLOTS_MAX}
   */
  public static ShareTable of(Map<Integer, Integer> weights) {
    SortedMap<Integer, Integer> positive = new TreeMap<>();
    int divisor = 0;
    for (Map.Entry<Integer, Integer> each : weights.entrySet()) {
      if (each.getValue() < 0) {
        throw new IllegalArgumentException("weights must be at least 0, were " + weights);
      }
      if (each.getValue() > 0) {
        positive.put(each.getKey(), each.getValue());
        divisor = greatestCommonDivisor(divisor, each.getValue());
      }
    }
    if (positive.isEmpty()) {
      throw new IllegalArgumentException("a weight must be positive, were " + weights);
    }
    long sum = 0;
    for (Map.Entry<Integer, Integer> each : positive.entrySet()) {
      each.setValue(each.getValue() / divisor);
      sum += each.getValue();
    }
    if (sum > SLOTS_MAX) {
      throw new IllegalArgumentException(
          "the sum of reduced weights must be at most " + SLOTS_MAX + ", was " + sum);
    }
    return new ShareTable(spread(positive, (int) sum));
  }

  private static int greatestCommonDivisor(int a, int b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }

  private static int[] spread(SortedMap<Integer, Integer> weights, int sum) {
    int[] generators = weights.keySet().stream().mapToInt(Integer::intValue).toArray();
    int[] earns = weights.values().stream().mapToInt(Integer::intValue).toArray();
    long[] has = new long[generators.length];
    int[] slots = new int[sum];
    for (int slot = 0; slot < sum; slot++) {
      int richest = 0;
      for (int i = 0; i < has.length; i++) {
        has[i] += earns[i];
        if (has[i] > has[richest]) {
          richest = i;
        }
      }
      has[richest] -= sum;
      slots[slot] = generators[richest];
    }
    return slots;
  }

  /** Returns the number of slots, after which the owners repeat. */
  public int length() {
    return slots.length;
  }

  /** Returns the generator that owns an operation. */
  public int owner(long index) {
    return slots[(int) (index % slots.length)];
  }

  /** Returns the number of slots of a generator; 0 if it owns nothing. */
  public int weight(int generator) {
    return weights.getOrDefault(generator, 0);
  }

  /** Returns the share of a generator, from 0 to 1. */
  public double share(int generator) {
    return weight(generator) / (double) slots.length;
  }

  /** Returns the weights of the generators that own something, by their numbers. */
  public SortedMap<Integer, Integer> weights() {
    return new TreeMap<>(weights);
  }

  /** Returns the number of a generator's operations before an index. */
  public long countBefore(long index, int generator) {
    long count = index / slots.length * weight(generator);
    for (int slot = 0; slot < index % slots.length; slot++) {
      count += slots[slot] == generator ? 1 : 0;
    }
    return count;
  }

  /** Returns the slots of a generator, ascending. */
  public int[] slotsOf(int generator) {
    int[] own = new int[weight(generator)];
    int found = 0;
    for (int slot = 0; slot < slots.length; slot++) {
      if (slots[slot] == generator) {
        own[found++] = slot;
      }
    }
    return own;
  }

  /**
   * Splits a number of items, such as the workers of a load, by weight. The parts add up to the
   * number, and each generator gets at least one if there are enough.
   *
   * @return the owner of each item; the items of each generator are spread evenly
   */
  public int[] split(int total) {
    SortedMap<Integer, Integer> parts = parts(total);
    parts.values().removeIf(part -> part == 0);
    return spread(parts, total);
  }

  /** Returns a generator's part of a number; see {@link #split}. */
  public int part(int total, int generator) {
    return parts(total).getOrDefault(generator, 0);
  }

  /**
   * Splits a number among the generators, by generator number: one for each, then by the method of
   * the largest remainder.
   */
  SortedMap<Integer, Integer> parts(int total) {
    int[] generators = weights.keySet().stream().mapToInt(Integer::intValue).toArray();
    int least = total >= generators.length ? 1 : 0;
    long[] parts = new long[generators.length];
    double[] missing = new double[generators.length];
    long left = total;
    for (int i = 0; i < parts.length; i++) {
      long exact = (long) total * weight(generators[i]);
      parts[i] = Math.max(least, exact / slots.length);
      missing[i] = exact / (double) slots.length - parts[i];
      left -= parts[i];
    }
    for (; left != 0; left -= Long.signum(left)) {
      int step = Long.signum(left);
      int best = -1;
      for (int i = 0; i < parts.length; i++) {
        boolean possible = step > 0 || parts[i] > least;
        if (possible && (best < 0 || step * (missing[i] - missing[best]) > 0)) {
          best = i;
        }
      }
      parts[best] += step;
      missing[best] -= step;
    }
    SortedMap<Integer, Integer> all = new TreeMap<>();
    for (int i = 0; i < parts.length; i++) {
      all.put(generators[i], (int) parts[i]);
    }
    return all;
  }

  /** Counts how often each generator occurs in a range of owners. */
  static SortedMap<Integer, Integer> counts(int[] owners, int from, int to) {
    SortedMap<Integer, Integer> counts = new TreeMap<>();
    for (int i = from; i < to; i++) {
      counts.merge(owners[i], 1, Integer::sum);
    }
    return counts;
  }

  /**
   * Returns a generator's midway part of two splits of the same number: the mean of both. Means
   * that end in a half are rounded down for half of these generators and up for the other half,
   * starting with the generators that lose something. So all parts add up to the number, and each
   * is between the generator's two parts.
   */
  static int midway(
      SortedMap<Integer, Integer> before, SortedMap<Integer, Integer> after, int generator) {
    SortedSet<Integer> all = new TreeSet<>(before.keySet());
    all.addAll(after.keySet());
    List<Integer> losing = new ArrayList<>();
    List<Integer> gaining = new ArrayList<>();
    for (int each : all) {
      int change = after.getOrDefault(each, 0) - before.getOrDefault(each, 0);
      if (change % 2 != 0) {
        (change < 0 ? losing : gaining).add(each);
      }
    }
    int place = losing.indexOf(generator);
    if (place < 0 && gaining.contains(generator)) {
      place = losing.size() + gaining.indexOf(generator);
    }
    boolean isRoundedUp = place >= 0 && place < (losing.size() + gaining.size()) / 2;
    int sum = before.getOrDefault(generator, 0) + after.getOrDefault(generator, 0);
    return sum / 2 + (isRoundedUp ? 1 : 0);
  }

  /**
   * Returns the table of a lane that only some workers serve: the owners of the workers from a
   * given number on.
   */
  static ShareTable ofOwners(int[] owners, int from, int to) {
    return new ShareTable(Arrays.copyOfRange(owners, from, to));
  }

  /**
   * Returns a table limited to the generators that get one of {@code places}; this table if there
   * are enough places for all.
   */
  ShareTable limitedTo(int places) {
    return places <= 0 || places >= weights.size() ? this : new ShareTable(split(places));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShareTable table && Arrays.equals(slots, table.slots);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(slots);
  }

  @Override
  public String toString() {
    return "ShareTable" + weights;
  }
}
