package org.plimsoll.engine.workload;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.Parameters;

/**
 * Draws operation types with probabilities proportional to their weights. Exact arithmetic converts
 * weights to bounds among the 2^64 random numbers, so that probabilities are off by less than
 * 2^-64. A mix of one type draws no random number.
 */
final class OperationMix {
  private static final BigInteger NUMBERS = BigInteger.ONE.shiftLeft(Long.SIZE);

  private final Part[] parts;
  private final int mostKeys;
  private final OperationType[] inserting;

  /**
   * Upper bounds of the random numbers of each type except the last, shifted by 2^63 for signed
   * comparison.
   */
  private final long[] ends;

  /**
   * An operation type with all facts needed to prepare it, since comparing types takes time.
   *
   * @param size maximum number of items
   * @param items distribution of the number of items; null if it is always {@code size}
   * @param keys maximum number of keys it draws; an insert takes new keys instead
   * @param steps steps of the operation; null if the driver performs it itself
   */
  record Part(
      OperationType type,
      int size,
      @Nullable Distribution items,
      int keys,
      boolean row,
      boolean insert,
      boolean scan,
      @Nullable Steps steps) {
    static Part of(Parameters.Weight weight, Distribution bulkSize) {
      OperationType type = weight.type();
      int most = (int) bulkSize.maximum();
      if (!weight.steps().isEmpty()) {
        // For compatibility, its steps are not measured: the update stands for the operation.
        boolean measured = !type.equals(OperationType.READ_MODIFY_WRITE);
        Steps steps = new Steps(weight.steps(), most, measured);
        return new Part(type, 1, null, steps.drawnKeys(), type.row(), false, false, steps);
      }
      boolean insert = type.insert();
      int size = type.bulk() ? most : 1;
      boolean varies = type.bulk() && !(bulkSize instanceof Distribution.Constant);
      boolean scan = type.equals(OperationType.SCAN);
      return new Part(
          type, size, varies ? bulkSize : null, insert ? 0 : size, type.row(), insert, scan, null);
    }

    /**
     * Returns the number of items of an operation.
     *
     * @param random random numbers of the operation, after its type was drawn
     */
    int items(OperationRandom random) {
      return items == null ? size : Math.clamp(items.sample(random), 1, size);
    }

    /**
     * Returns the number of keys that an operation draws. The parameters are the same as for {@code
     * #items}.
     */
    int keys(OperationRandom random) {
      return items == null ? keys : items(random);
    }
  }

  OperationMix(List<Parameters.Weight> mix, Distribution bulkSize) {
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
    parts = drawn.stream().map(weight -> Part.of(weight, bulkSize)).toArray(Part[]::new);
    mostKeys = Math.max(1, Arrays.stream(parts).mapToInt(Part::keys).max().orElse(1));
    inserting =
        Arrays.stream(parts)
            .filter(part -> part.insert() || (part.steps() != null && part.steps().inserts()))
            .map(Part::type)
            .toArray(OperationType[]::new);
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

  /** Returns the largest number of keys that an operation draws, at least 1. */
  int mostKeys() {
    return mostKeys;
  }

  /** Whether an operation takes new keys. */
  boolean inserts(OperationType type) {
    for (OperationType each : inserting) {
      if (each == type) {
        return true;
      }
    }
    return false;
  }

  /** Returns the part of a type, or null if the mix does not contain it. */
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
