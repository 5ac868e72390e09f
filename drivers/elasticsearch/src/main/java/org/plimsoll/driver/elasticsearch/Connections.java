package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.RestClient;
import org.opensearch.client.sniff.Sniffer;

/**
 * A REST client with its pool of connections. It is retired as a whole when a call on one of them
 * was given up: others may hang as well, and nothing tells until they are used. It is closed once
 * the calls that it has under way have ended.
 */
@SuppressWarnings("deprecation") // see DECISIONS.md
final class Connections {
  private static final int CLOSED = Integer.MIN_VALUE / 2;

  private final RestClient client;
  private final @Nullable Sniffer sniffer;
  private final AtomicInteger underWay = new AtomicInteger();
  private volatile boolean retired;

  Connections(RestClient client, @Nullable Sniffer sniffer) {
    this.client = client;
    this.sniffer = sniffer;
  }

  RestClient client() {
    return client;
  }

  /** Begins a call, unless it is closed: then there are newer ones. */
  boolean enter() {
    return underWay.incrementAndGet() > 0;
  }

  void leave() {
    if (underWay.decrementAndGet() == 0 && retired) {
      closeIfIdle();
    }
  }

  void retire() {
    retired = true;
    if (sniffer != null) {
      sniffer.close();
    }
    closeIfIdle();
  }

  private void closeIfIdle() {
    if (underWay.compareAndSet(0, CLOSED)) {
      // Closing waits for I/O threads, of which this one may be.
      Thread.ofVirtual().name("elasticsearch-close").start(this::release);
    }
  }

  /** Closes it, whatever is under way. */
  void release() {
    if (sniffer != null) {
      sniffer.close();
    }
    try {
      client.close();
    } catch (IOException e) {
      // Nobody uses it any more.
    }
  }
}
