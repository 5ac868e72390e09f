package org.plimsoll.engine.workload;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.Parameters;

/**
 * Draws the type of an operation with probabilities in proportion to the weights. Weights are
 * turned into bounds among the 2^64 random numbers with exact arithmetic, so that a probability is
 * off by less than 2^-64. A mix of one type takes no random number.
 */
final class OperationMix {
  private static final BigInteger NUMBERS = BigInteger.ONE.shiftLeft(Long.SIZE);

  private final Part[] parts;
  private final int largestSize;

  /** Where the numbers of each type but the last end, moved by 2^63 for signed comparison. */
  private final long[] ends;

  /** A type, with what preparing it takes, as comparing types costs time. */
  record Part(OperationType type, int size, boolean row, boolean insert, boolean scan) {
    static Part of(OperationType type, int bulkSize) {
      return new Part(
          type,
          type.bulk() ? bulkSize : 1,
          type.row(),
          type.equals(OperationType.INSERT),
          type.equals(OperationType.SCAN));
    }
  }

  OperationMix(List<Parameters.Weight> mix, int bulkSize) {
    for (Parameters.Weight weight : mix) {
      if (!(weight.weight() >= 0) || Double.isInfinite(weight.weight())) {
        throw new IllegalArgumentException(
            "a weight is a number of at least 0, was %s=%s"
                .formatted(weight.type().name(), weight.weight()));
      }
    }
    List<Parameters.Weight> drawn = mix.stream().filter(weight -> weight.weight() > 0).toList();
    if (drawn.isEmpty()) {
      throw new IllegalArgumentException("a mix needs an operation of weight above 0, was " + mix);
    }
    parts = drawn.stream().map(weight -> Part.of(weight.type(), bulkSize)).toArray(Part[]::new);
    largestSize = Arrays.stream(parts).mapToInt(Part::size).max().orElse(1);
    BigDecimal total = BigDecimal.ZERO;
    for (Parameters.Weight weight : drawn) {
      total = total.add(new BigDecimal(weight.weight()));
    }
    ends = new long[parts.length - 1];
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < ends.length; i++) {
      sum = sum.add(new BigDecimal(drawn.get(i).weight()));
      BigInteger end =
          sum.multiply(new BigDecimal(NUMBERS)).divideToIntegralValue(total).toBigInteger();
      // A last weight too small for the 2^64 numbers would otherwise make the bound wrap to 0.
      ends[i] = end.min(NUMBERS.subtract(BigInteger.ONE)).longValue() + Long.MIN_VALUE;
    }
  }

  /** Items of the operation that has the most. */
  int largestSize() {
    return largestSize;
  }

  /** What there is of a type; null when there is none. */
  @Nullable Part part(OperationType type) {
    for (Part part : parts) {
      if (part.type() == type || part.type().equals(type)) {
        return part;
      }
    }
    return null;
  }

  Part next(RandomGenerator random) {
    if (ends.length == 0) {
      return parts[0];
    }
    long number = random.nextLong();
    int i = 0;
    while (i < ends.length && number >= ends[i]) {
      i++;
    }
    return parts[i];
  }
}
