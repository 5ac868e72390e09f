package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;
import org.plimsoll.api.custom.CustomKeys;
import org.plimsoll.engine.spec.CustomClassException;

/** Checks the positions that a user's key distribution draws. */
final class CheckedKeys implements KeyDistribution {
  private final String name;
  private final CustomKeys.Keys own;
  private final long keys;

  CheckedKeys(String name, CustomKeys.Keys own, long keys) {
    this.name = name;
    this.own = own;
    this.keys = keys;
  }

  @Override
  public long next(RandomGenerator random, long ordinal, long atNanos) {
    long position = position(random, ordinal, atNanos);
    if (position < 0 || position >= keys) {
      throw new CustomClassException(
          name, "drew key %d, allowed are positions from 0 to below %d".formatted(position, keys));
    }
    return position;
  }

  private long position(RandomGenerator random, long ordinal, long atNanos) {
    try {
      return own.next(random, ordinal, atNanos);
    } catch (RuntimeException e) {
      throw new CustomClassException(name, e);
    }
  }
}
