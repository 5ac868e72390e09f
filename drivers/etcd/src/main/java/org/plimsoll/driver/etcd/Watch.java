package org.plimsoll.driver.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchGrpc;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.plimsoll.api.Outcome;

/** A watch on all keys with the prefix on one channel, with the writes that wait for its events. */
final class Watch implements StreamObserver<WatchResponse> {
  private final CompletableFuture<Watch> created = new CompletableFuture<>();
  private final Map<ByteString, Queue<Awaited>> awaited = new ConcurrentHashMap<>();
  private volatile boolean ended;

  /**
   * A write that completes when its own event, or the event of a later write to the key, has
   * arrived.
   */
  final class Awaited {
    private final ByteString key;
    private final Flight flight;
    private final long payloadBytes;
    private long written; // Guarded by this, like the fields below.
    private long seen;

    private Awaited(ByteString key, Flight flight, long payloadBytes) {
      this.key = key;
      this.flight = flight;
      this.payloadBytes = payloadBytes;
    }

    /** Called when the server has acknowledged the write. */
    void written(long revision) {
      synchronized (this) {
        written = revision;
      }
      check();
    }

    private void seen(long revision) {
      synchronized (this) {
        seen = Math.max(seen, revision);
      }
      check();
    }

    private void check() {
      boolean arrived;
      synchronized (this) {
        arrived = written > 0 && seen >= written;
      }
      if (arrived) {
        flight.finish(Outcome.succeeded(payloadBytes));
        forgetEnded(key);
      }
    }
  }

  /** Starts a watch. The future completes when the server has created it. */
  static CompletableFuture<Watch> start(ManagedChannel channel, ByteString from, ByteString end) {
    Watch watch = new Watch();
    StreamObserver<WatchRequest> requests =
        ClientCalls.asyncBidiStreamingCall(
            channel.newCall(WatchGrpc.getWatchMethod(), CallOptions.DEFAULT), watch);
    requests.onNext(
        WatchRequest.newBuilder()
            .setCreateRequest(
                WatchCreateRequest.newBuilder()
                    .setKey(from)
                    .setRangeEnd(end)
                    .addFilters(WatchCreateRequest.FilterType.NODELETE))
            .build());
    return watch.created;
  }

  /** Registers a write before it is sent, because its event may arrive before its answer. */
  Awaited register(ByteString key, Flight flight, long payloadBytes) {
    Awaited write = new Awaited(key, flight, payloadBytes);
    var _ =
        awaited.compute(
            key,
            (_, known) -> {
              Queue<Awaited> queue = known == null ? new ConcurrentLinkedQueue<>() : known;
              queue.add(write);
              return queue;
            });
    if (ended) { // The watch may have ended before the write was registered.
      flight.fail(lost());
    }
    return write;
  }

  /** Whether the watch has ended, so that no more events arrive. */
  boolean hasEnded() {
    return ended;
  }

  @Override
  public void onNext(WatchResponse response) {
    if (response.getCreated()) {
      created.complete(this);
    }
    if (response.getCanceled()) {
      onError(Status.ABORTED.withDescription(response.getCancelReason()).asRuntimeException());
      return;
    }
    for (Event event : response.getEventsList()) {
      deliver(event.getKv().getKey(), event.getKv().getModRevision());
    }
  }

  private void deliver(ByteString key, long revision) {
    Queue<Awaited> writes = awaited.get(key);
    if (writes != null) {
      writes.forEach(write -> write.seen(revision));
      forgetEnded(key);
    }
  }

  private void forgetEnded(ByteString key) {
    var _ =
        awaited.computeIfPresent(
            key,
            (_, known) -> {
              known.removeIf(write -> write.flight.hasEnded());
              return known.isEmpty() ? null : known;
            });
  }

  @Override
  public void onError(Throwable failure) {
    ended = true;
    created.completeExceptionally(failure);
    List<Awaited> lost = new ArrayList<>();
    awaited.values().forEach(lost::addAll);
    awaited.clear();
    lost.forEach(write -> write.flight.fail(failure));
  }

  @Override
  public void onCompleted() {
    onError(lost());
  }

  private static StatusRuntimeException lost() {
    return Status.UNAVAILABLE.withDescription("the watch has ended").asRuntimeException();
  }
}
