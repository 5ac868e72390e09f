package org.plimsoll.driver.evcache;

import com.netflix.evcache.event.EVCacheEvent;
import com.netflix.evcache.event.EVCacheEventListener;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import net.spy.memcached.ops.GetOperation;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import net.spy.memcached.protocol.binary.BinaryOperationFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;

/**
 * Traces the zones that the client asks for a read, and whether the connection to the last one was
 * lost. This is necessary because a read returns only a value or null. On the reading thread, the
 * client calls its listeners before each zone, and creates each request.
 */
final class ReadTraces implements EVCacheEventListener {
  // A target has one instance, and each read removes its value.
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<@Nullable Trace> current = new ThreadLocal<>();

  /** The requests that the client sends for one read. */
  static final class Trace {
    private int zones;
    private @Nullable Watched last; // of the thread that reads
    private final List<WatchedBulk> bulks = new ArrayList<>(); // of the thread that reads

    /** Returns the number of zones that the client asked, or tried to ask. */
    int zones() {
      return zones;
    }

    /**
     * Whether the connection of the last request was lost. In this case, the client returns a miss.
     */
    boolean isLost() {
      return last != null && last.end.get() == End.LOST;
    }

    /**
     * Returns why the last zone has not answered a request for several keys, or null if it has
     * answered completely. If it has not, the client returns the values that have arrived.
     */
    @Nullable FailureCode bulkFailure() {
      FailureCode failure = null;
      for (WatchedBulk bulk : bulks) {
        End end = bulk.end.get();
        if (bulk.zone == zones && end == End.LOST) {
          return Common.CONNECTION_LOST;
        }
        if (bulk.zone == zones && end == End.OPEN) {
          failure = Common.TIMEOUT;
        }
      }
      return failure;
    }
  }

  /** Starts to trace a read on the current thread. */
  Trace begin() {
    Trace trace = new Trace();
    current.set(trace);
    return trace;
  }

  /** Ends the trace that {@link #begin} has started. */
  void end() {
    current.remove();
  }

  @Override
  public boolean onThrottle(EVCacheEvent event) {
    Trace trace = current.get();
    if (trace != null) {
      trace.zones++;
    }
    return false;
  }

  @Override
  public void onStart(EVCacheEvent event) {}

  @Override
  public void onComplete(EVCacheEvent event) {}

  @Override
  public void onError(EVCacheEvent event, Throwable failure) {}

  /** Creates requests whose completion is traced. */
  final class Requests extends BinaryOperationFactory {
    @Override
    public GetOperation get(String key, GetOperation.Callback callback) {
      Trace trace = current.get();
      if (trace == null) {
        return super.get(key, callback);
      }
      Watched watched = new Watched(callback);
      trace.last = watched;
      return super.get(key, watched);
    }

    @Override
    public GetOperation get(Collection<String> keys, GetOperation.Callback callback) {
      Trace trace = current.get();
      if (trace == null) {
        return super.get(keys, callback);
      }
      WatchedBulk watched = new WatchedBulk(callback, trace.zones);
      trace.bulks.add(watched);
      return super.get(keys, watched);
    }
  }

  /** How a request has ended. */
  private enum End {
    OPEN,
    ANSWERED,
    LOST
  }

  /**
   * A request. Only its first end counts. The reading thread can give up while the answer arrives
   * on another thread, and the client then reports both.
   */
  private static class Watched implements GetOperation.Callback {
    private final GetOperation.Callback callback;
    final AtomicReference<End> end = new AtomicReference<>(End.OPEN);

    Watched(GetOperation.Callback callback) {
      this.callback = callback;
    }

    @Override
    public void gotData(String key, int flags, byte[] data) {
      callback.gotData(key, flags, data);
    }

    @Override
    public void receivedStatus(OperationStatus status) {
      if (status.getStatusCode() == StatusCode.CANCELLED) {
        boolean _ = end.compareAndSet(End.OPEN, End.LOST);
      }
      callback.receivedStatus(status);
    }

    /** The client waits for this, so the end must be set before. */
    @Override
    public void complete() {
      boolean _ = end.compareAndSet(End.OPEN, End.ANSWERED);
      callback.complete();
    }
  }

  /** A request for several keys to a node. */
  private static final class WatchedBulk extends Watched {
    private final int zone;

    WatchedBulk(GetOperation.Callback callback, int zone) {
      super(callback);
      this.zone = zone;
    }
  }
}
