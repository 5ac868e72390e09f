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
 * A connection to a node, with the number of operations in flight on it. When a working connection
 * is replaced, it is closed after its last answer.
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
   * Creates a wire for an open connection.
   *
   * @param broken called with the node when the connection breaks, on a thread that must not block
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

  /** Whether the connection is open, and the node is not known to be unresponsive. */
  boolean isUsable() {
    return up && !suspect;
  }

  boolean isSuspect() {
    return suspect;
  }

  /** Marks the node as unresponsive, so that the connection is replaced. */
  void suspect() {
    suspect = true;
  }

  /** Reserves the connection for one operation. Returns false if it is not usable. */
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

  /** Releases the reservation of an operation. */
  void leave() {
    if (inFlight.decrementAndGet() == 0 && draining) {
      close();
    }
  }

  /**
   * Closes the connection when its last operation has ended, or immediately if the node does not
   * answer.
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
