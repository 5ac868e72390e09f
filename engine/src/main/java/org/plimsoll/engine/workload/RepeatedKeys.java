package org.plimsoll.engine.workload;

/**
 * Another distribution, but for a share of requests that go again to a key that was asked for a
 * short while ago. No key is remembered: the request that goes again names one of the {@value
 * #RECENT} before it, as likely each, and draws what that one drew, from the same random numbers.
 * So the sequence hangs on seed and index alone, however many threads and generators make it, and
 * memory is none.
 *
 * <p>If the one before went again itself, it is followed to where it went. Inserts ask for no key
 * of the distribution; they are passed over. Where keys follow time, a key is that which the
 * earlier request would get now, which is the same one unless it has left the window.
 */
final class RepeatedKeys {
  static final int RECENT = 1_000;

  /** Requests without a key that are passed over before a key is drawn afresh. */
  private static final int SKIPS = 64;

  private final KeyDistribution keys;
  private final OperationMix mix;
  private final double repeat;
  private final long stream;
  private final long keyStream;

  RepeatedKeys(KeyDistribution keys, OperationMix mix, double repeat, long stream) {
    this.keys = keys;
    this.mix = mix;
    this.repeat = repeat;
    this.stream = stream;
    this.keyStream = OperationRandom.mix(stream + 1);
  }

  /** The position that a request asks for; the random numbers are those of its key. */
  long next(OperationRandom scratch, long ordinal, long atNanos) {
    long at = ordinal;
    while (true) {
      scratch.seed(keyStream, at);
      if (at == 0 || scratch.nextDouble() >= repeat) {
        return keys.next(scratch, at, atNanos);
      }
      long before = at - 1 - scratch.nextLong(Math.min(at, RECENT));
      at = asked(scratch, before);
      if (at < 0) {
        // The first two numbers have been used to decide, so a key made of them would be biased.
        scratch.seed(keyStream, ordinal);
        scratch.nextLong();
        scratch.nextLong();
        return keys.next(scratch, ordinal, atNanos);
      }
    }
  }

  /** The last request up to this one that asked for a key, or -1. */
  private long asked(OperationRandom scratch, long ordinal) {
    long least = Math.max(0, ordinal - SKIPS);
    for (long at = ordinal; at >= least; at--) {
      scratch.seed(stream, at / mix.mostKeys());
      OperationMix.Part part = mix.next(scratch);
      if (at % mix.mostKeys() < part.keys()) {
        return at;
      }
    }
    return -1;
  }
}
