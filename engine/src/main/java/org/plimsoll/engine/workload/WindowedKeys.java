package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;
import org.plimsoll.engine.spec.KeyLocality.Drift;
import org.plimsoll.engine.spec.KeyLocality.Flipping;
import org.plimsoll.engine.spec.KeyLocality.Sliding;
import org.plimsoll.engine.spec.KeyLocality.Whole;
import org.plimsoll.engine.spec.KeyLocality.Window;

/**
 * A key distribution over a window of w keys that moves with time.
 *
 * <p>A distribution with a shape moves with the window: its position p is key {@code first + p}. In
 * a popularity distribution a key keeps its popularity while it is in the window: position p is the
 * key of the window that equals p modulo w. A popular key remains popular until it leaves the
 * window, and is then replaced by another one.
 */
final class WindowedKeys implements KeyDistribution {
  private final KeyDistribution inner;
  private final boolean hasShape;
  private final Window window;
  private final long size;
  private final long keys;

  private WindowedKeys(
      KeyDistribution inner, boolean hasShape, Window window, long size, long keys) {
    this.inner = inner;
    this.hasShape = hasShape;
    this.window = window;
    this.size = size;
    this.keys = keys;
  }

  /**
   * Applies a window to a distribution over the window's size.
   *
   * @param hasShape whether neighboring positions have similar popularity
   */
  static KeyDistribution over(KeyDistribution inner, boolean hasShape, Window window, long keys) {
    return window instanceof Whole
        ? inner
        : new WindowedKeys(inner, hasShape, window, window.size(keys), keys);
  }

  @Override
  public long next(RandomGenerator random, long ordinal, long atNanos) {
    long position = inner.next(random, ordinal, atNanos);
    long first = first(Math.max(0, atNanos));
    long within = hasShape ? position : Math.floorMod(position - first % size, size);
    return (first + within) % keys;
  }

  /**
   * Returns the first key of the window. It is not reset when a drift wraps around, so that keys
   * keep their positions.
   */
  private long first(long atNanos) {
    return switch (window) {
      case Whole() -> 0;
      case Sliding(long _, long periodNanos) ->
          (long) ((double) (atNanos % periodNanos) / periodNanos * (keys - size + 1));
      case Flipping(long _, long stayNanos) -> atNanos / stayNanos % (keys / size) * size;
      case Drift(long _, double keysPerSecond) -> (long) (atNanos / 1e9 * keysPerSecond);
    };
  }
}
