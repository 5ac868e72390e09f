package org.plimsoll.engine.measure;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The failures of one code in a shard, with the store's first message. */
final class FailureCount {
  private final LongAdder count = new LongAdder();

  /** The first failure with a message; if two threads race, either one is kept. */
  private volatile @Nullable FirstFailure first;

  // The counts collected so far; used by the collecting thread only.
  private long seenCount;
  private boolean isFirstSeen;

  void add(@Nullable Supplier<String> message, long endNanos, FailureText text) {
    count.increment();
    if (message != null && first == null) {
      first = new FirstFailure(endNanos, text.of(message));
    }
  }

  /** Adds the failures since the last call. Called by one thread at a time. */
  void collectInto(Totals totals, String code) {
    long now = count.sum();
    totals.addFailures(code, now - seenCount);
    seenCount = now;
    FirstFailure told = first;
    if (told != null && !isFirstSeen) {
      isFirstSeen = true;
      if (!told.message().isEmpty()) {
        totals.addFirstFailure(code, told);
      }
    }
  }
}
