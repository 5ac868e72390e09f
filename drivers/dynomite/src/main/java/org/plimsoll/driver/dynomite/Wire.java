package org.plimsoll.driver.dynomite;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulRedisConnection;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.plimsoll.driver.lettuce.Slice;

/**
 * One connection to a node, and how many operations are in flight on it. A connection that is
 * replaced, while it works, is closed after its last answer.
 */
final class Wire implements RedisConnectionStateListener {
  private final RingNode node;
  private final StatefulRedisConnection<byte[], Slice> connection;
  private final Consumer<RingNode> broken;
  private final Consumer<StatefulRedisConnection<?, ?>> closer;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile boolean up = true;
  private volatile boolean suspect;
  private volatile boolean draining;

  /**
   * Takes over a connection.
   *
   * @param broken receives the node when the connection breaks, on a thread that must not wait
   * @param closer closes the connection without waiting
   */
  Wire(
      RingNode node,
      StatefulRedisConnection<byte[], Slice> connection,
      Consumer<RingNode> broken,
      Consumer<StatefulRedisConnection<?, ?>> closer) {
    this.node = node;
    this.connection = connection;
    this.broken = broken;
    this.closer = closer;
    connection.addListener(this);
  }

  RingNode node() {
    return node;
  }

  StatefulRedisConnection<byte[], Slice> connection() {
    return connection;
  }

  @Override
  public void onRedisConnected(RedisChannelHandler<?, ?> handler, SocketAddress address) {
    up = true;
  }

  @Override
  public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
    up = false;
    if (!closed.get()) {
      broken.accept(node);
    }
  }

  /** Whether the connection is open and, as far as is known, the node answers. */
  boolean isUsable() {
    return up && !suspect;
  }

  boolean isSuspect() {
    return suspect;
  }

  /** Marks the connection as not answering; it needs a replacement. */
  void suspect() {
    suspect = true;
  }

  /** Reserves it for one operation; false if it is not usable. */
  boolean enter() {
    if (!isUsable()) {
      return false;
    }
    var _ = inFlight.incrementAndGet();
    if (draining) {
      leave();
      return false;
    }
    return true;
  }

  /** Ends an operation that has entered. */
  void leave() {
    if (inFlight.decrementAndGet() == 0 && draining) {
      close();
    }
  }

  /**
   * Closes the connection when its last operation has ended, or now if the node does not answer.
   */
  void retire() {
    draining = true;
    if (suspect || !up || inFlight.get() == 0) {
      close();
    }
  }

  void close() {
    if (closed.compareAndSet(false, true)) {
      closer.accept(connection);
    }
  }
}
