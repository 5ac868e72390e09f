package org.plimsoll.driver.dynamodb;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * A pool of connections, with the clients that use it. It is retired as a whole when a call on one
 * of its connections was given up: others may hang as well, and nothing tells until they are used.
 * It is closed once the calls that it has under way have ended.
 */
final class Pool {
  private static final int CLOSED = Integer.MIN_VALUE / 2;

  private final SdkAsyncHttpClient http;
  private final DynamoDbAsyncClient dynamo;
  private final @Nullable DynamoDbAsyncClient cache;
  private final AtomicInteger underWay = new AtomicInteger();
  private volatile boolean retired;

  /** A pool of a client, and of one of a cache that speaks the same protocol. */
  Pool(SdkAsyncHttpClient http, DynamoDbAsyncClient dynamo, @Nullable DynamoDbAsyncClient cache) {
    this.http = http;
    this.dynamo = dynamo;
    this.cache = cache;
  }

  DynamoDbAsyncClient dynamo() {
    return dynamo;
  }

  @Nullable DynamoDbAsyncClient cache() {
    return cache;
  }

  /** Begins a call, unless the pool is closed: then there is a newer one. */
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
    closeIfIdle();
  }

  private void closeIfIdle() {
    if (underWay.compareAndSet(0, CLOSED)) {
      // Closing waits for I/O threads, of which this one may be.
      Thread.ofVirtual().name("dynamodb-pool-close").start(this::release);
    }
  }

  /** Closes it, whatever is under way. */
  void release() {
    dynamo.close();
    if (cache != null) {
      cache.close();
    }
    http.close();
  }
}
