package org.plimsoll.driver.voldemort;

import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode.Common;

/**
 * The connections to one node. Each connection carries one request at a time, because the server
 * discards bytes that follow a request. Connections are opened on demand. If the maximum number is
 * open, requests wait. A node that does not answer is excluded: its requests fail immediately until
 * a connection succeeds again.
 */
final class Node implements Wire.Owner {
  private static final long FIRST_BACKOFF_MILLIS = 10;

  private final ClusterNode its;
  private final Network network;
  private final Format format;
  private final NodeWatch watch;

  // Guarded by this object:
  private final Deque<Wire> idle = new ArrayDeque<>();
  private final Set<Wire> wires = new LinkedHashSet<>();
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private final Set<Wire> opening = new LinkedHashSet<>();
  private @Nullable Failure leftOut;
  private long backoffMillis = FIRST_BACKOFF_MILLIS;
  private @Nullable Failure closed;

  /** A request that is waiting for a connection. */
  private record Waiting(NodeRequest request, long sinceNanos) {}

  Node(ClusterNode its, Network network, Format format, NodeWatch watch) {
    this.its = its;
    this.network = network;
    this.format = format;
    this.watch = watch;
  }

  ClusterNode its() {
    return its;
  }

  /** Sends a request. Its answer may arrive before this method returns. */
  @Override
  public void send(NodeRequest request) {
    Wire wire = null;
    Wire opens = null;
    Failure refused;
    synchronized (this) {
      refused = closed == null ? leftOut : closed;
      if (refused == null) {
        wire = idle.pollLast();
        if (wire == null) {
          waiting.add(new Waiting(request, System.nanoTime()));
          opens = newIfNeeded();
        }
      }
    }
    if (refused != null) {
      request.answer(Answer.failed(refused));
    } else if (wire != null) {
      wire.send(request);
    } else if (opens != null) {
      reach(opens);
    }
  }

  /**
   * Returns a connection to open for a waiting request, or null if enough connections are being
   * opened.
   */
  private @Nullable Wire newIfNeeded() {
    if (opening.size() >= waiting.size() || wires.size() + opening.size() >= watch.connections()) {
      return null;
    }
    Wire wire = new Wire(this, format);
    opening.add(wire);
    return wire;
  }

  private synchronized boolean isOpening(Wire wire) {
    return opening.contains(wire);
  }

  /** Resolves the name on another thread, because that can take long. */
  private void reach(Wire wire) {
    Thread _ =
        Thread.startVirtualThread(() -> {
          try {
            InetSocketAddress found = network.resolve(its.address());
            EventLoop eventLoop = network.next();
            // This runs on the event loop, so that the event loop is not used after its end.
            eventLoop.execute(() -> connect(wire, eventLoop, found));
          } catch (IOException | RuntimeException e) {
            notOpened(wire, e);
          }
        });
  }

  private void connect(Wire wire, EventLoop eventLoop, InetSocketAddress found) {
    if (isOpening(wire)) {
      wire.connect(network.on(eventLoop), found, network.patience());
    }
  }

  @Override
  public void opened(Wire wire) {
    boolean back;
    boolean unneeded;
    synchronized (this) {
      unneeded = !opening.remove(wire) || closed != null;
      back = leftOut != null && !unneeded;
      if (!unneeded) {
        leftOut = null;
        backoffMillis = FIRST_BACKOFF_MILLIS;
        wires.add(wire);
      }
    }
    if (unneeded) {
      wire.close();
      return;
    }
    if (back) {
      watch.event("node " + its + " is back");
    }
    free(wire);
  }

  @Override
  public void notOpened(Wire wire, Throwable cause) {
    Failure failure = Failures.unreachable(its, network.patience(), cause);
    boolean lost;
    synchronized (this) {
      if (!opening.remove(wire)) {
        return; // The connection was suspect.
      }
      lost = wires.isEmpty() || leftOut != null;
    }
    if (lost) {
      leaveOut(failure, false);
    } else {
      later(this::openIfNeeded, FIRST_BACKOFF_MILLIS);
    }
  }

  /** Gives a free connection to the next waiting request. */
  @Override
  public void free(Wire wire) {
    Waiting next = afterUse(wire);
    if (next != null) {
      watch.waited(System.nanoTime() - next.sinceNanos());
      wire.send(next.request());
    }
  }

  /** Returns the next waiting request. If there is none, the connection becomes idle. */
  private synchronized @Nullable Waiting afterUse(Wire wire) {
    Waiting next = waiting.poll();
    while (next != null && next.request().isCancelled()) {
      next = waiting.poll();
    }
    if (next == null && wires.contains(wire)) {
      idle.addLast(wire);
    }
    return next;
  }

  @Override
  public boolean keepIfIdle(Wire wire) {
    synchronized (this) {
      if (waiting.isEmpty() && wires.contains(wire)) {
        idle.addLast(wire);
        return true;
      }
      return false;
    }
  }

  @Override
  public void lost(Wire wire) {
    synchronized (this) {
      wires.remove(wire);
      idle.remove(wire);
    }
    openIfNeeded();
  }

  private void openIfNeeded() {
    Wire opens;
    synchronized (this) {
      opens = closed != null || leftOut != null ? null : newIfNeeded();
    }
    if (opens != null) {
      reach(opens);
    }
  }

  /**
   * Excludes the node, because connections to it fail or it has not answered.
   *
   * @param silent whether the node accepts connections but does not answer, so that it is retried
   *     only after the maximum time
   */
  private void leaveOut(Failure why, boolean silent) {
    List<Waiting> refused;
    long delayMillis;
    boolean first;
    synchronized (this) {
      first = leftOut == null && closed == null;
      leftOut = why;
      refused = new ArrayList<>(waiting);
      waiting.clear();
      long most = Math.max(1, watch.leaveOut().toMillis());
      delayMillis = silent ? most : Math.min(most, backoffMillis);
      backoffMillis = Math.min(most, backoffMillis * 2);
    }
    if (first) {
      watch.event("node " + its + " left out: " + why.message().get());
    }
    refused.forEach(each -> each.request().answer(Answer.failed(why)));
    later(this::tryAgain, delayMillis);
  }

  private void tryAgain() {
    Wire probe = null;
    synchronized (this) {
      if (closed == null && leftOut != null && opening.isEmpty()) {
        probe = new Wire(this, format);
        opening.add(probe);
      }
    }
    if (probe != null) {
      reach(probe);
    }
  }

  private void later(Runnable action, long delayMillis) {
    EventLoop eventLoop = network.next();
    if (!eventLoop.isShuttingDown()) {
      var _ = eventLoop.schedule(action, delayMillis, TimeUnit.MILLISECONDS);
    }
  }

  /** Excludes the node if a request has waited for its answer for longer than the timeout. */
  void check(long nowNanos, Duration timeout) {
    List<Wire> silent = new ArrayList<>();
    synchronized (this) {
      for (Wire wire : wires) {
        if (wire.isSilent(nowNanos, timeout.toNanos())) {
          silent.add(wire);
        }
      }
    }
    if (!silent.isEmpty()) {
      Failure failure =
          Failure.of(
              Common.TIMEOUT, its + " has not answered within " + timeout.toMillis() + " ms");
      leaveOut(failure, true);
      silent.forEach(wire -> wire.expire(failure));
      suspect();
    }
  }

  /**
   * Closes idle connections, and those that are being opened. They may be as broken as the
   * connection of an abandoned request.
   */
  void suspect() {
    List<Wire> unused;
    boolean probes;
    synchronized (this) {
      probes = leftOut != null && !opening.isEmpty();
      unused = new ArrayList<>(idle);
      idle.clear();
      unused.forEach(wires::remove);
      unused.addAll(opening);
      opening.clear();
      waiting.removeIf(each -> each.request().isCancelled());
    }
    unused.forEach(Wire::close);
    openIfNeeded();
    if (probes) {
      later(this::tryAgain, FIRST_BACKOFF_MILLIS);
    }
  }

  /** Fails all requests, because the target is closed. */
  void close() {
    close(Failure.unsent(Common.CLOSED, "the target is closed"));
  }

  /** Fails all requests, because the node is no longer part of the cluster. */
  void leave() {
    close(Failure.unsent(Common.NOT_CONNECTED, "node " + its + " has left the cluster"));
  }

  private void close(Failure why) {
    List<Wire> open;
    List<Waiting> refused;
    synchronized (this) {
      closed = why;
      open = new ArrayList<>(wires);
      open.addAll(opening);
      opening.clear();
      refused = new ArrayList<>(waiting);
      waiting.clear();
    }
    Answer answer = Answer.failed(why);
    refused.forEach(each -> each.request().answer(answer));
    open.forEach(Wire::close);
  }

  /** Returns the reason why the node is excluded, or null if it accepts requests. */
  synchronized @Nullable Failure leftOut() {
    return leftOut;
  }

  synchronized int openConnections() {
    return wires.size();
  }
}
