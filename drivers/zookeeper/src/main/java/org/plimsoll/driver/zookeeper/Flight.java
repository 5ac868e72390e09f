package org.plimsoll.driver.zookeeper;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.ZooKeeper;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.InFlight;
import org.plimsoll.api.kit.SharedConnection;

/** An operation in flight. All its requests use one session of ZooKeeper. */
final class Flight extends InFlight {
  private final SharedConnection<Keeper> link;
  private final Keeper keeper;
  private final ZooKeeper handle;
  private final AtomicInteger requests = new AtomicInteger();

  Flight(Completion completion, SharedConnection<Keeper> link, Keeper keeper) {
    super(completion);
    this.link = link;
    this.keeper = keeper;
    handle = keeper.handle();
  }

  /** Returns the client for the next request, which is counted as an attempt. */
  ZooKeeper nextRequest() {
    requests.incrementAndGet();
    return handle;
  }

  @Override
  protected Outcome ending(Outcome outcome) {
    return outcome.withAttempts(requests.get());
  }

  boolean isConnected() {
    return handle.getState().isConnected();
  }

  /** Ends the operation with the result code of a failed request. */
  void fail(int result, String path) {
    finish(Failures.outcome(result, path));
  }

  /** Does nothing, because the client library cannot cancel a request. */
  @Override
  protected void abandoned() {
    link.abandoned(keeper);
  }
}
