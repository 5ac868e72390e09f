package org.plimsoll.engine.spec;

/**
 * Locality over time, over any distribution of keys.
 *
 * @param window which keys are asked for now
 * @param repeat share of requests that go again to a recently used key, 0 to below 1
 * @param clientCache share of reads that the tool answers itself, 0 to below 1
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
    /** How many of so many keys are asked for at any time. */
    long size(long allKeys);
  }

  /** All keys, all the time. */
  public record Whole() implements Window {
    @Override
    public long size(long allKeys) {
      return allKeys;
    }
  }

  /**
   * Moves evenly from the first keys to the last ones, and begins again.
   *
   * @param keys its size
   * @param periodNanos from the first keys to the last ones
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
   * Stays for a while, then jumps to the next keys; behind the last whole window it begins again.
   *
   * @param keys its size
   * @param stayNanos how long it stays
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
   * A working set that loses so many keys each second and gains as many, round and round.
   *
   * @param keys its size
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
