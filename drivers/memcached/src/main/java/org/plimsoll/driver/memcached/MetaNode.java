package org.plimsoll.driver.memcached;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.Outcome;

/**
 * A meta protocol connection to one server, which is reopened when it breaks. Requests from all
 * threads that are ready at the same time are sent in one packet. Everything else runs on one event
 * loop.
 */
final class MetaNode {
  private static final int FLUSH_AFTER_BYTES = 64 << 10;

  /** Resolves a server to an address to which connections are allowed. Blocks. */
  @FunctionalInterface
  interface Resolver {
    InetSocketAddress resolve(HostPort node) throws IOException;
  }

  private final HostPort address;
  private final Bootstrap bootstrap;
  private final EventLoop eventLoop;
  private final String credentials;
  private final long patienceNanos;
  private final NodeEvents events;
  private final Resolver resolver;
  private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();
  private final Queue<MetaRequest<?>> unsent = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean draining = new AtomicBoolean();

  /**
   * The connection after its handshake, or null while there is none. Set only on the event loop.
   */
  private volatile @Nullable Wire ready;

  private volatile boolean closed;

  // Accessed only on the event loop:
  private @Nullable Channel channel;
  private int failedAttempts;

  MetaNode(
      HostPort address,
      Bootstrap bootstrap,
      String credentials,
      long patienceNanos,
      NodeEvents events,
      Resolver resolver) {
    this.address = address;
    this.bootstrap = bootstrap;
    this.eventLoop = (EventLoop) bootstrap.config().group();
    this.credentials = credentials;
    this.patienceNanos = patienceNanos;
    this.events = events;
    this.resolver = resolver;
    reach();
  }

  HostPort address() {
    return address;
  }

  /** Returns the outcome of the first attempt to connect. Further attempts follow automatically. */
  CompletableFuture<Void> firstAttempt() {
    return firstAttempt;
  }

  void send(MetaRequest<?> request) {
    if (ready == null) {
      request.fail(Failures.notConnected());
      return;
    }
    unsent.add(request);
    if (!draining.getAndSet(true)) {
      eventLoop.execute(this::drain);
    }
  }

  private void drain() {
    // This is set before the queue is checked, so that no request remains in it.
    draining.set(false);
    Wire wire = ready;
    if (wire == null) {
      unsent.removeIf(request -> {
        request.fail(Failures.notConnected());
        return true;
      });
    } else {
      wire.send(unsent);
    }
  }

  /** Resolves the name on another thread, because that can take long. */
  private void reach() {
    Thread _ =
        Thread.startVirtualThread(() -> {
          InetSocketAddress found;
          try {
            found = resolver.resolve(address);
          } catch (IOException e) {
            later(() -> failed(e));
            return;
          }
          later(() -> connect(found));
        });
  }

  private void later(Runnable action) {
    if (!closed) {
      eventLoop.execute(action);
    }
  }

  private void connect(InetSocketAddress found) {
    if (!closed) {
      ChannelFuture attempt = bootstrap.clone().handler(new Wire()).connect(found);
      channel = attempt.channel();
      attempt.addListener(ended -> {
        if (!ended.isSuccess()) {
          failed(ended.cause());
        }
      });
    }
  }

  private void failed(Throwable cause) {
    firstAttempt.completeExceptionally(cause);
    if (!closed) {
      failedAttempts++;
      var _ =
          eventLoop.schedule(
              this::reach,
              Network.BACKOFF.getBackoffTimeMillis(failedAttempts),
              TimeUnit.MILLISECONDS);
    }
  }

  void shutdown() {
    closed = true;
    eventLoop.execute(() -> {
      if (channel != null) {
        var _ = channel.close();
      }
    });
  }

  /** One TCP connection. */
  private final class Wire extends MetaDecoder {
    private final Deque<MetaRequest<?>> sent = new ArrayDeque<>();
    private @Nullable ChannelHandlerContext context;
    private Throwable end = Failures.connectionLost();

    /** Whether answers can no longer be matched to requests. */
    private boolean broken;

    @Override
    public void channelActive(ChannelHandlerContext newContext) {
      context = newContext;
      MetaRequest.Hello hello = new MetaRequest.Hello(credentials);
      send(new ArrayDeque<>(List.of(hello)));
      var _ =
          hello.whenComplete((_, failure) -> {
            if (failure == null) {
              ready = this;
              failedAttempts = 0;
              firstAttempt.complete(null);
              events.back(address);
            } else {
              end = failure;
              var _ = newContext.close();
            }
          });
      var _ =
          eventLoop.schedule(
              () -> {
                if (!hello.isDone()) {
                  end = new TimeoutException();
                  var _ = newContext.close();
                }
              },
              patienceNanos,
              TimeUnit.NANOSECONDS);
    }

    void send(Queue<MetaRequest<?>> requests) {
      ChannelHandlerContext its = Objects.requireNonNull(context);
      while (!requests.isEmpty()) {
        ByteBuf out = its.alloc().buffer();
        try {
          while (out.readableBytes() < FLUSH_AFTER_BYTES && !requests.isEmpty()) {
            MetaRequest<?> next = requests.remove(); // Only this thread removes requests.
            sent.add(next);
            next.write(out);
          }
        } catch (RuntimeException | Error e) { // Out of memory: the request is incomplete.
          out.release();
          exceptionCaught(its, e);
          return;
        }
        var _ = its.writeAndFlush(out, its.voidPromise());
      }
    }

    @Override
    protected void decode(ChannelHandlerContext its, ByteBuf in, List<Object> out) {
      if (broken) {
        in.skipBytes(in.readableBytes());
      } else {
        super.decode(its, in, out);
      }
    }

    @Override
    void answered(MetaAnswer answer) {
      MetaRequest<?> first = sent.peek();
      if (first == null) {
        throw new DecoderException("sent an answer without a request");
      }
      if (first.take(answer)) {
        sent.remove();
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext its) throws Exception {
      try {
        super.channelInactive(its); // This decodes the bytes that have been received.
      } finally {
        ended();
      }
    }

    private void ended() {
      if (ready == this) {
        ready = null;
        if (!closed) {
          events.lost(address);
        }
      }
      for (MetaRequest<?> next = sent.poll(); next != null; next = sent.poll()) {
        next.fail(end);
      }
      drain();
      failed(end);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext its, Throwable cause) {
      broken = true;
      if (!(cause instanceof IOException)) {
        String why = String.valueOf(cause.getMessage());
        end = new MetaFailure(Outcome.failed(Common.CONNECTION_LOST, cause), why);
      }
      var _ = its.close();
    }
  }
}
