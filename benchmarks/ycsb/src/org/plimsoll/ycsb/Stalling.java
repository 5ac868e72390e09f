package org.plimsoll.ycsb;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * A simulated store that all threads share: one server with a queue, the model of
 * docs/coordinated-omission.md. Each operation takes 1 / {@code stall.capacity} s after those
 * before it. The server stalls for a second, {@code stall.after} s after the first operation.
 */
public final class Stalling extends DB {
  private static final long SECOND = 1_000_000_000L;
  private static final AtomicLong FREE_AT = new AtomicLong(Long.MIN_VALUE);
  private static final AtomicLong STALL_AT = new AtomicLong(Long.MAX_VALUE);
  private long serviceNanos;
  private long afterNanos;

  @Override
  public void init() {
    serviceNanos = SECOND / Long.parseLong(getProperties().getProperty("stall.capacity", "1250"));
    afterNanos = SECOND * Long.parseLong(getProperties().getProperty("stall.after", "5"));
  }

  private Status serve() {
    long startNanos;
    synchronized (FREE_AT) {
      long now = System.nanoTime();
      if (FREE_AT.get() == Long.MIN_VALUE) {
        FREE_AT.set(now);
        STALL_AT.set(now + afterNanos);
      }
      startNanos = Math.max(now, FREE_AT.get());
      if (now - STALL_AT.get() >= 0) {
        STALL_AT.set(Long.MAX_VALUE);
        startNanos += SECOND;
      }
      FREE_AT.set(startNanos + serviceNanos);
    }
    for (long rest; (rest = startNanos - System.nanoTime()) > 0; ) {
      LockSupport.parkNanos(rest);
    }
    return Status.OK;
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return serve();
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return serve();
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return serve();
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return serve();
  }

  @Override
  public Status delete(String table, String key) {
    return serve();
  }
}
