package org.plimsoll.driver.etcd;

import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrantResponse;
import io.etcd.jetcd.api.LeaseGrpc;
import io.grpc.Channel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The leases of rows with a time to live. A lease for each row would double the number of requests.
 * Therefore, rows that are written within a tenth of the time to live share a lease, which lives
 * that much longer.
 */
final class Leases {
  private static final int SLICES = 10;

  private final Channel channel;
  private final LongSupplier nanoTime;
  private @Nullable Slice slice; // Guarded by this.

  private record Slice(Duration ttl, long endNanos, CompletableFuture<Long> lease) {}

  /**
   * Creates leases.
   *
   * @param channel the channel for lease requests; the channel of an operation cannot be used,
   *     because it may be closed with the operation
   */
  Leases(Channel channel, LongSupplier nanoTime) {
    this.channel = channel;
    this.nanoTime = nanoTime;
  }

  /**
   * Creates a request for a lease that lives at least as long as given. The unit of etcd is whole
   * seconds.
   */
  static LeaseGrantRequest request(Duration ttl) {
    return LeaseGrantRequest.newBuilder()
        .setTTL(Math.max(1, ttl.plusNanos(999_999_999).toSeconds()))
        .build();
  }

  /**
   * Calls {@code write} with the lease for a row that is written now. Requests a new lease if one
   * is due.
   */
  void use(Flight flight, Duration ttl, LongConsumer write) {
    boolean asks = false;
    Slice current;
    synchronized (this) {
      Slice known = slice;
      if (known == null
          || !known.ttl().equals(ttl)
          || known.lease().isCompletedExceptionally()
          || nanoTime.getAsLong() - known.endNanos() >= 0) {
        long endNanos = nanoTime.getAsLong() + ttl.dividedBy(SLICES).toNanos();
        known = new Slice(ttl, endNanos, new CompletableFuture<>());
        slice = known;
        asks = true;
      }
      current = known;
    }
    if (asks) {
      grant(current);
    }
    var _ =
        current
            .lease()
            .whenComplete((id, failure) -> {
              if (failure != null) {
                flight.fail(failure);
              } else if (!flight.hasEnded()) {
                write.accept(id);
              }
            });
  }

  private void grant(Slice slice) {
    Duration ttl = slice.ttl().plus(slice.ttl().dividedBy(SLICES));
    Unary.ask(
        channel,
        LeaseGrpc.getLeaseGrantMethod(),
        request(ttl),
        slice.lease(),
        LeaseGrantResponse::getID);
  }
}
