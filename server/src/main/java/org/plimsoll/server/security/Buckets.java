package org.plimsoll.server.security;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Rate limits by name, each with a token bucket that fills at a constant rate. The least recently
 * used buckets are dropped when there are too many. Thread-safe.
 */
public final class Buckets {
  private static final int KNOWN_MAX = 10_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final double perSecond;
  private final double most;
  private final LongSupplier nanoClock;
  private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true);

  private record Bucket(double tokens, long atNanos) {}

  /**
   * @param perSecond number of tokens that a bucket gains per second
   * @param most capacity of a bucket; a new bucket is full
   */
  public Buckets(double perSecond, double most, LongSupplier nanoClock) {
    this.perSecond = perSecond;
    this.most = most;
    this.nanoClock = nanoClock;
  }

  /** Takes a token; false if the bucket is empty. */
  public synchronized boolean take(String who) {
    Bucket bucket = now(who);
    boolean isThere = bucket.tokens() >= 1;
    buckets.put(who, isThere ? new Bucket(bucket.tokens() - 1, bucket.atNanos()) : bucket);
    if (buckets.size() > KNOWN_MAX) {
      buckets.remove(buckets.keySet().iterator().next());
    }
    return isThere;
  }

  /** Whether the bucket has a token. */
  public synchronized boolean has(String who) {
    return !buckets.containsKey(who) || now(who).tokens() >= 1;
  }

  private Bucket now(String who) {
    long now = nanoClock.getAsLong();
    Bucket before = buckets.get(who);
    return before == null
        ? new Bucket(most, now)
        : new Bucket(
            Math.min(
                most, before.tokens() + (now - before.atNanos()) / NANOS_PER_SECOND * perSecond),
            now);
  }
}
