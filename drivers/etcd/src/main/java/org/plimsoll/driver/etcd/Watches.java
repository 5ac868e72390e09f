package org.plimsoll.driver.etcd;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The watches of all channels. Each is started by the first write that waits for its event. */
final class Watches {
  private final ByteString from;
  private final ByteString end;
  private final Map<ManagedChannel, CompletableFuture<Watch>> byChannel = new ConcurrentHashMap<>();

  /** Creates watches on a range of keys. */
  Watches(ByteString from, ByteString end) {
    this.from = from;
    this.end = end;
  }

  /** Registers a write with the watch of its channel, and then sends it. */
  void register(Flight flight, ByteString key, long payloadBytes, Consumer<Watch.Awaited> write) {
    byChannel.keySet().removeIf(ManagedChannel::isShutdown);
    byChannel.values().removeIf(watch -> watch.isDone() && ended(watch));
    CompletableFuture<Watch> watch =
        byChannel.computeIfAbsent(flight.channel(), channel -> Watch.start(channel, from, end));
    var _ =
        watch.whenComplete((running, failure) -> {
          if (failure != null) {
            flight.fail(failure);
          } else if (!flight.hasEnded()) {
            write.accept(running.register(key, flight, payloadBytes));
          }
        });
  }

  private static boolean ended(CompletableFuture<Watch> watch) {
    return watch.isCompletedExceptionally() || watch.join().hasEnded();
  }
}
