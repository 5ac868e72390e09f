package org.plimsoll.engine.spec;

/**
 * The locality of requests over time, on top of a key distribution.
 *
 * @param window the keys that are requested at any time
 * @param repeat share of requests that repeat a recently used key, from 0 to below 1
 * @param clientCache share of reads that a simulated client cache answers, from 0 to below 1
 */
public record KeyLocality(Window window, double repeat, double clientCache) {
  public static final KeyLocality NONE = new KeyLocality(new Whole(), 0, 0);

  public KeyLocality {
    if (!(repeat >= 0 && repeat < 1) || !(clientCache >= 0 && clientCache < 1)) {
      throw new IllegalArgumentException(
          "repeat and client-cache are shares from 0 to below 1, were "
              + repeat
              + " and "
              + clientCache);
    }
  }

  /** The part of the key space that requests go to. */
  public sealed interface Window {
    /** Returns the number of keys in the window, out of {@code allKeys}. */
    long size(long allKeys);
  }

  /** All keys at any time. */
  public record Whole() implements Window {
    @Override
    public long size(long allKeys) {
      return allKeys;
    }
  }

  /**
   * A window that moves evenly from the first keys to the last, then starts again.
   *
   * @param keys number of keys in the window
   * @param periodNanos time from the first keys to the last
   */
  public record Sliding(long keys, long periodNanos) implements Window {
    public Sliding {
      check(keys, periodNanos);
    }

    @Override
    public long size(long allKeys) {
      return Math.min(keys, allKeys);
    }
  }

  /**
   * A window that stays for a while, then jumps to the next keys. After the last whole window it
   * starts again.
   *
   * @param keys number of keys in the window
   * @param stayNanos time between two jumps
   */
  public record Flipping(long keys, long stayNanos) implements Window {
    public Flipping {
      check(keys, stayNanos);
    }

    @Override
    public long size(long allKeys) {
      return Math.min(keys, allKeys);
    }
  }

  /**
   * A working set that drops {@code keysPerSecond} keys each second and gains as many, cyclically.
   *
   * @param keys number of keys in the working set
   */
  public record Drift(long keys, double keysPerSecond) implements Window {
    public Drift {
      check(keys, 1);
      if (!(keysPerSecond > 0) || keysPerSecond > 1e9) {
        throw new IllegalArgumentException(
            "drift(keys,rate) needs keys per second above 0 and at most 1g, was " + keysPerSecond);
      }
    }

    @Override
    public long size(long allKeys) {
      return Math.min(keys, allKeys);
    }
  }

  private static void check(long keys, long nanos) {
    if (keys < 1 || nanos < 1) {
      throw new IllegalArgumentException(
          "a window needs at least 1 key and 1ns, were %d and %dns".formatted(keys, nanos));
    }
  }
}
