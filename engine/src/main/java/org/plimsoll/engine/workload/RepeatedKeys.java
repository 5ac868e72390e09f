package org.plimsoll.engine.workload;

/**
 * A key distribution in which a share of the requests repeats a recently used key. No key is
 * stored. A repeating request picks one of the {@value #RECENT} requests before it, with equal
 * probability. It draws that request's key again, from the same random numbers. The sequence
 * therefore depends only on seed and index, for any number of threads and generators, and needs no
 * memory.
 *
 * <p>If the earlier request was a repetition itself, the chain is followed. Inserts draw no key and
 * are skipped. If keys depend on time, it is the key that the earlier request would draw now. It is
 * the same key unless it has left the window.
 */
final class RepeatedKeys {
  static final int RECENT = 1_000;

  /** Maximum number of keyless requests to skip; then a new key is drawn. */
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

  /** Returns the position of a request's key, drawn from the random numbers of that key. */
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
        // The first two numbers decided on repetition, so a key drawn from them would be biased.
        scratch.seed(keyStream, ordinal);
        scratch.nextLong();
        scratch.nextLong();
        return keys.next(scratch, ordinal, atNanos);
      }
    }
  }

  /** Returns the last request up to this one that drew a key, or −1. */
  private long asked(OperationRandom scratch, long ordinal) {
    long least = Math.max(0, ordinal - SKIPS);
    for (long at = ordinal; at >= least; at--) {
      scratch.seed(stream, at / mix.mostKeys());
      OperationMix.Part part = mix.next(scratch);
      if (at % mix.mostKeys() < part.keys(scratch)) {
        return at;
      }
    }
    return -1;
  }
}
