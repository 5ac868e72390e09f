package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;
import org.plimsoll.api.CustomKeys;

/** A distribution of the user's, whose positions are not trusted. */
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
    long position = own.next(random, ordinal, atNanos);
    if (position < 0 || position >= keys) {
      throw new IllegalStateException(
          "custom(%s) drew the key %d of %d".formatted(name, position, keys));
    }
    return position;
  }
}
