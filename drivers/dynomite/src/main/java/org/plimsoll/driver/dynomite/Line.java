package org.plimsoll.driver.dynomite;

import org.jspecify.annotations.Nullable;

/** The connection from a lane to one node. It is replaced if the node does not answer. */
final class Line {
  private final RingNode node;
  private final Connector connector;
  private volatile @Nullable Wire wire;
  private boolean closed;

  /** Connects to a node. */
  interface Connector {
    Wire connect(RingNode node) throws Exception;
  }

  Line(RingNode node, Connector connector) {
    this.node = node;
    this.connector = connector;
  }

  RingNode node() {
    return node;
  }

  /**
   * Returns the connection, reserved for one operation, or null if there is no usable connection.
   */
  @Nullable Wire enter() {
    for (Wire current = wire; current != null; current = wire) {
      if (current.enter()) {
        return current;
      }
      if (current == wire || !current.isUsable()) {
        return null;
      }
    }
    return null;
  }

  boolean isUsable() {
    Wire current = wire;
    return current != null && current.isUsable();
  }

  /**
   * Connects if there is no connection, or if the node does not answer on it. Lettuce itself
   * reconnects lost connections.
   */
  void open() throws Exception {
    replace(false);
  }

  /** Connects again. The previous connection is closed after its last answer. */
  void renew() throws Exception {
    replace(true);
  }

  private void replace(boolean always) throws Exception {
    Wire before = wire;
    if (before != null && !always && !before.isSuspect()) {
      return;
    }
    Wire fresh = connector.connect(node);
    boolean useless;
    synchronized (this) {
      useless = closed;
      if (!closed) {
        before = wire;
        wire = fresh;
      }
    }
    if (useless) {
      fresh.close();
    } else if (before != null) {
      before.retire();
    }
  }

  /** Closes the connection permanently. */
  void close() {
    Wire current;
    synchronized (this) {
      closed = true;
      current = wire;
      wire = null;
    }
    if (current != null) {
      current.close();
    }
  }

  /** Closes the connection permanently, after its last answer. */
  void retire() {
    Wire current;
    synchronized (this) {
      closed = true;
      current = wire;
      wire = null;
    }
    if (current != null) {
      current.retire();
    }
  }
}
