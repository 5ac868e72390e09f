package org.plimsoll.driver.geode;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.geode.cache.client.Pool;
import org.apache.geode.cache.query.CqAttributesFactory;
import org.apache.geode.cache.query.CqEvent;
import org.apache.geode.cache.query.CqListener;
import org.apache.geode.cache.query.QueryException;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.kit.ServersAddress;

/**
 * A continuous query on all entries of the region. It has a separate pool, because a server sends
 * no events to the pool that caused them.
 */
final class Events implements CqListener, AutoCloseable {
  private final DriverContext.Counter received;
  private final DriverContext.Timing latency;
  private final Map<Object, Long> written = new ConcurrentHashMap<>();
  private final Sockets sockets;
  private final Pool pool;

  private Events(DriverContext context, Sockets sockets, Pool pool) {
    received = context.counter("events");
    latency = context.timing("event-latency");
    this.sockets = sockets;
    this.pool = pool;
  }

  static Events open(ServersAddress address, DriverContext context)
      throws IOException, QueryException {
    Sockets sockets = new Sockets(context);
    Pool pool = Caches.pool(address, context, sockets, true);
    Events events = new Events(context, sockets, pool);
    try {
      CqAttributesFactory attributes = new CqAttributesFactory();
      attributes.addCqListener(events);
      pool.getQueryService()
          .newCq("SELECT * FROM /" + address.name(), attributes.create())
          .execute();
      return events;
    } catch (QueryException | RuntimeException e) {
      pool.destroy();
      throw e;
    }
  }

  /** Registers the start of a write whose event is timed. Returns the start in nanoseconds. */
  long writes(String key) {
    long startNanos = System.nanoTime();
    written.put(key, startNanos);
    return startNanos;
  }

  /** Removes a write that was not stored, and so causes no event. */
  void hasNotWritten(String key, long startNanos) {
    written.remove(key, startNanos);
  }

  @Override
  public void onEvent(CqEvent event) {
    if (!event.getQueryOperation().isDestroy()) {
      Long started = written.remove(event.getKey());
      if (started != null) {
        latency.record(System.nanoTime() - started);
      }
    }
    received.add(1);
  }

  /** Counts an event that the query could not process as received, without a time. */
  @Override
  public void onError(CqEvent event) {
    received.add(1);
  }

  @Override
  public void close() {
    sockets.close();
    pool.destroy();
  }
}
