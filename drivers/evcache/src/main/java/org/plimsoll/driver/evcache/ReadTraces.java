package org.plimsoll.driver.evcache;

import com.netflix.evcache.event.EVCacheEvent;
import com.netflix.evcache.event.EVCacheEventListener;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import net.spy.memcached.ops.GetOperation;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import net.spy.memcached.protocol.binary.BinaryOperationFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;

/**
 * Watches what the client does for a read, which returns a value or null: how many zones it asked,
 * and whether the last one was lost. The client asks its listeners before each zone, and creates
 * each request, on the thread that reads.
 */
final class ReadTraces implements EVCacheEventListener {
  @SuppressWarnings("ThreadLocalUsage") // a target has one, and each read removes its value
  private final ThreadLocal<@Nullable Trace> current = new ThreadLocal<>();

  /** The requests of the client for one read. */
  static final class Trace {
    private int zones;
    private volatile int requests;
    private volatile int lostRequest;
    private final List<WatchedBulk> bulks = new ArrayList<>(); // of the thread that reads

    /** How many zones the client asked, or wanted to ask. */
    int zones() {
      return zones;
    }

    /** Whether the connection of the last request was lost. The client then returns a miss. */
    boolean isLost() {
      return lostRequest > 0 && lostRequest == requests;
    }

    /**
     * Why the last zone has not answered a request for several keys; null if it has answered all.
     * The client then returns what has arrived.
     */
    @Nullable FailureCode bulkFailure() {
      FailureCode failure = null;
      for (WatchedBulk bulk : bulks) {
        if (bulk.zone == zones && bulk.state == BulkState.LOST) {
          return Common.CONNECTION_LOST;
        }
        if (bulk.zone == zones && bulk.state == BulkState.OPEN) {
          failure = Common.TIMEOUT;
        }
      }
      return failure;
    }
  }

  /** Starts to watch a read of this thread. */
  Trace begin() {
    Trace trace = new Trace();
    current.set(trace);
    return trace;
  }

  /** Ends what {@link #begin} has started. */
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

  /** Creates requests whose end is watched. */
  final class Requests extends BinaryOperationFactory {
    @Override
    public GetOperation get(String key, GetOperation.Callback callback) {
      Trace trace = current.get();
      return super.get(key, trace == null ? callback : new Watched(callback, trace));
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

  private static final class Watched implements GetOperation.Callback {
    private final GetOperation.Callback callback;
    private final Trace trace;
    private final int number;

    Watched(GetOperation.Callback callback, Trace trace) {
      this.callback = callback;
      this.trace = trace;
      number = trace.requests + 1;
      trace.requests = number;
    }

    @Override
    public void gotData(String key, int flags, byte[] data) {
      callback.gotData(key, flags, data);
    }

    @Override
    public void receivedStatus(OperationStatus status) {
      if (status.getStatusCode() == StatusCode.CANCELLED) {
        trace.lostRequest = number;
      }
      callback.receivedStatus(status);
    }

    @Override
    public void complete() {
      callback.complete();
    }
  }

  private enum BulkState {
    OPEN,
    ANSWERED,
    LOST
  }

  /** A request for several keys to a node. */
  private static final class WatchedBulk implements GetOperation.Callback {
    private final GetOperation.Callback callback;
    private final int zone;
    private volatile BulkState state = BulkState.OPEN;

    WatchedBulk(GetOperation.Callback callback, int zone) {
      this.callback = callback;
      this.zone = zone;
    }

    @Override
    public void gotData(String key, int flags, byte[] data) {
      callback.gotData(key, flags, data);
    }

    @Override
    public void receivedStatus(OperationStatus status) {
      if (status.getStatusCode() == StatusCode.CANCELLED) {
        state = BulkState.LOST;
      }
      callback.receivedStatus(status);
    }

    /** The client waits for this, so the state must be set before. */
    @Override
    public void complete() {
      if (state == BulkState.OPEN) {
        state = BulkState.ANSWERED;
      }
      callback.complete();
    }
  }
}
