package org.plimsoll.driver.voldemort;

import io.netty.channel.Channel;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request to one node, with copies of the data to send. */
final class NodeRequest {
  private static final byte[] NOTHING = {};

  /** The kinds of requests in Voldemort's protocols. */
  enum Kind {
    GET,
    PUT,
    DELETE,
    GET_ALL,
    GET_VERSION
  }

  private final Kind kind;
  private final String store;
  private final List<byte[]> keys;
  private final VectorClock clock;
  private final byte[] value;
  private final boolean routed;
  private final byte[] transform;
  private final Consumer<Answer> listener;
  private volatile boolean cancelled;
  private volatile boolean answered;
  private @Nullable Channel channel; // Guarded by this object.

  private NodeRequest(
      Kind kind,
      Shape shape,
      List<byte[]> keys,
      VectorClock clock,
      byte[] value,
      Consumer<Answer> listener) {
    this.kind = kind;
    store = shape.store();
    routed = shape.routed();
    transform = shape.transform();
    this.keys = keys;
    this.clock = clock;
    this.value = value;
    this.listener = listener;
  }

  /**
   * The common parameters of requests to a store.
   *
   * @param routed whether the server forwards the request to the nodes of the key
   * @param transform the transform for reads and writes; empty for none
   */
  @SuppressWarnings("ArrayRecordComponent") // Shapes are never compared.
  record Shape(String store, boolean routed, byte[] transform) {
    static Shape plain(String store) {
      return new Shape(store, false, NOTHING);
    }
  }

  static NodeRequest get(Shape shape, byte[] key, Consumer<Answer> listener) {
    return new NodeRequest(Kind.GET, shape, List.of(key), VectorClock.EMPTY, NOTHING, listener);
  }

  static NodeRequest getAll(Shape shape, List<byte[]> keys, Consumer<Answer> listener) {
    return new NodeRequest(Kind.GET_ALL, shape, keys, VectorClock.EMPTY, NOTHING, listener);
  }

  static NodeRequest getVersion(Shape shape, byte[] key, Consumer<Answer> listener) {
    return new NodeRequest(
        Kind.GET_VERSION, shape, List.of(key), VectorClock.EMPTY, NOTHING, listener);
  }

  static NodeRequest put(
      Shape shape, byte[] key, VectorClock clock, byte[] value, Consumer<Answer> listener) {
    return new NodeRequest(Kind.PUT, shape, List.of(key), clock, value, listener);
  }

  static NodeRequest delete(Shape shape, byte[] key, VectorClock clock, Consumer<Answer> listener) {
    return new NodeRequest(Kind.DELETE, shape, List.of(key), clock, NOTHING, listener);
  }

  Kind kind() {
    return kind;
  }

  String store() {
    return store;
  }

  byte[] key() {
    return keys.getFirst();
  }

  List<byte[]> keys() {
    return keys;
  }

  VectorClock clock() {
    return clock;
  }

  byte[] value() {
    return value;
  }

  boolean routed() {
    return routed;
  }

  byte[] transform() {
    return transform;
  }

  boolean isAnswered() {
    return answered;
  }

  boolean isCancelled() {
    return cancelled;
  }

  /**
   * Sets the connection of the request before it is written. Returns false if the request was
   * canceled.
   */
  synchronized boolean sendsOn(Channel itsChannel) {
    if (!cancelled) {
      channel = itsChannel;
    }
    return !cancelled;
  }

  /** Releases the connection after the answer. Returns false if a cancellation closes it. */
  synchronized boolean release() {
    channel = null;
    return !cancelled;
  }

  /**
   * Ends the request without an answer. Its connection is closed, because a late answer could not
   * be distinguished from the answer to the next request.
   */
  void cancel() {
    Channel its;
    synchronized (this) {
      cancelled = true;
      its = channel;
      channel = null;
    }
    if (its != null) {
      var _ = its.close();
    }
  }

  /** Passes the answer to the listener. Called once, by the node. */
  void answer(Answer answer) {
    answered = true;
    listener.accept(answer);
  }
}
