package org.plimsoll.run;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** The numbers of the one-second results that were counted, so that none is counted twice. */
final class CountedSeconds {
  private final Map<Integer, Numbers> byGenerator = new HashMap<>();

  /**
   * The counted numbers of one generator: all below {@code next}, and later ones that arrived
   * early.
   */
  private static final class Numbers {
    private final TreeSet<Long> early = new TreeSet<>();
    private long next;
  }

  /** Adds a one-second result; returns false if it was already added. */
  boolean add(int generator, long number) {
    Numbers numbers = byGenerator.computeIfAbsent(generator, _ -> new Numbers());
    if (number < numbers.next || !numbers.early.add(number)) {
      return false;
    }
    while (numbers.early.remove(numbers.next)) {
      numbers.next++;
    }
    return true;
  }
}
