package org.plimsoll.driver.voldemort;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode.Common;

/** A connection to a node. It carries one request at a time. */
final class Wire extends ByteToMessageDecoder {
  private static final byte[] ACCEPTED = "ok".getBytes(StandardCharsets.US_ASCII);
  private static final int REQUEST_BYTES = 256;

  /** The node to which a connection belongs. */
  interface Owner {
    /** Sends a request again, because a connection could not send it. */
    void send(NodeRequest request);

    /** Called when the server has accepted the protocol. */
    void opened(Wire wire);

    /** Called when the connection has failed, or the server does not accept the protocol. */
    void notOpened(Wire wire, Throwable cause);

    /**
     * Keeps a connection as idle and returns true, unless a request is waiting for a connection.
     */
    boolean keepIfIdle(Wire wire);

    /** Called when the connection is free for the next request. */
    void free(Wire wire);

    void lost(Wire wire);
  }

  private final Owner owner;
  private final Format format;
  private volatile @Nullable ChannelHandlerContext context;
  private volatile @Nullable Channel channel;
  private volatile boolean closed;
  private volatile long sentNanos;
  private volatile boolean busy;

  // The request at the previous check. Guarded by the owner.
  private boolean waited;
  private long waitedSinceNanos;

  // Used only on the event loop:
  private @Nullable NodeRequest current;
  private boolean accepted;
  private boolean reported;
  private boolean broken;
  private @Nullable Failure end;
  private @Nullable Throwable refusal;

  Wire(Owner owner, Format format) {
    this.owner = owner;
    this.format = format;
  }

  void connect(Bootstrap bootstrap, InetSocketAddress address, Duration patience) {
    var attempt = bootstrap.handler(this).connect(address);
    Channel its = attempt.channel();
    channel = its;
    if (closed) {
      var _ = its.close();
    }
    attempt.addListener(ended -> {
      if (!ended.isSuccess()) {
        refused(ended.cause());
      } else {
        var _ =
            its.eventLoop()
                .schedule(() -> expireHandshake(its), patience.toNanos(), TimeUnit.NANOSECONDS);
      }
    });
  }

  private void expireHandshake(Channel its) {
    if (!accepted) {
      refusal = new TimeoutException();
      var _ = its.close();
    }
  }

  private void refused(Throwable cause) {
    if (!reported) {
      reported = true;
      owner.notOpened(this, cause);
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext its) {
    context = its;
    byte[] code = format.handshake().getBytes(StandardCharsets.US_ASCII);
    var _ = its.writeAndFlush(its.alloc().buffer().writeBytes(code), its.voidPromise());
  }

  /** Sends a request on this connection, which the caller has reserved. */
  void send(NodeRequest request) {
    var its = Objects.requireNonNull(context).channel().eventLoop();
    if (its.inEventLoop()) {
      transmit(request);
    } else {
      its.execute(() -> transmit(request));
    }
  }

  private void transmit(NodeRequest request) {
    ChannelHandlerContext its = Objects.requireNonNull(context);
    if (!its.channel().isActive()) {
      owner.send(request); // The server has closed an idle connection.
      return;
    }
    if (!request.sendsOn(its.channel())) {
      owner.free(this);
      return;
    }
    ByteBuf out = its.alloc().buffer(REQUEST_BYTES + request.value().length);
    try {
      format.write(request, out);
    } catch (RuntimeException | Error e) { // out of memory
      out.release();
      var _ = request.release();
      request.answer(Answer.failed(Failure.unsent(Common.ERROR, String.valueOf(e))));
      owner.free(this);
      return;
    }
    current = request;
    sentNanos = System.nanoTime();
    busy = true;
    var _ = its.writeAndFlush(out, its.voidPromise());
  }

  @Override
  protected void decode(ChannelHandlerContext its, ByteBuf in, List<Object> out) {
    if (broken) {
      in.skipBytes(in.readableBytes());
    } else if (!accepted) {
      handshake(in);
    } else {
      NodeRequest request = current;
      if (request == null) {
        throw new DecoderException("sent an answer without a request");
      }
      Answer answer = format.read(request, in);
      if (answer != null) {
        answered(request, answer);
      }
    }
  }

  private void handshake(ByteBuf in) {
    if (in.readableBytes() < ACCEPTED.length) {
      return;
    }
    byte[] answer = new byte[ACCEPTED.length];
    in.readBytes(answer);
    if (answer[0] != ACCEPTED[0] || answer[1] != ACCEPTED[1]) {
      throw new DecoderException("does not accept the protocol " + format.handshake());
    }
    accepted = true;
    reported = true;
    owner.opened(this);
  }

  /**
   * Passes on an answer. The connection is released first, so that the listener can use it for its
   * next request.
   */
  private void answered(NodeRequest request, Answer answer) {
    current = null;
    busy = false;
    boolean usable = request.release();
    boolean kept = usable && owner.keepIfIdle(this);
    request.answer(answer);
    if (usable && !kept) {
      owner.free(this);
    }
  }

  /**
   * Whether a request had waited for its answer for at least the given time, at this check and at
   * the previous one. After a pause of this process, an answer that has arrived in time is read
   * only after the first of them.
   */
  boolean isSilent(long nowNanos, long timeoutNanos) {
    long sent = sentNanos;
    boolean waits = busy && nowNanos - sent >= timeoutNanos;
    boolean waitedBefore = waited && waitedSinceNanos == sent;
    waited = waits;
    waitedSinceNanos = sent;
    return waits && waitedBefore;
  }

  /** Fails the request, and closes the connection. */
  void expire(Failure failure) {
    ChannelHandlerContext its = Objects.requireNonNull(context);
    its.channel()
        .eventLoop()
        .execute(() -> {
          end = failure;
          var _ = its.close();
        });
  }

  void close() {
    closed = true;
    Channel its = channel;
    if (its != null) {
      var _ = its.close();
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
    Throwable why = refusal;
    if (!accepted) {
      refused(why == null ? new IOException("closed the connection") : why);
      return;
    }
    owner.lost(this);
    NodeRequest request = current;
    current = null;
    busy = false;
    if (request != null) {
      Failure failure = end;
      request.answer(Answer.failed(failure == null ? Failures.lost(why) : failure));
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext its, Throwable cause) {
    broken = true;
    refusal = cause;
    var _ = its.close();
  }
}
