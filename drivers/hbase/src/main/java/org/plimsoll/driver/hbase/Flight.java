package org.plimsoll.driver.hbase;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.InFlight;
import org.plimsoll.api.kit.SharedConnection;

/** An operation in flight. All its requests use one connection. */
final class Flight extends InFlight {
  private final SharedConnection<Hub> link;
  private final Hub hub;

  Flight(Completion completion, SharedConnection<Hub> link, Hub hub) {
    super(completion);
    this.link = link;
    this.hub = hub;
  }

  AsyncTable<AdvancedScanResultConsumer> table() {
    return hub.table();
  }

  /**
   * Ends the operation with the answer. A failed operation ends only after the current task of the
   * thread. This is necessary because, if a connection breaks, the client library iterates over its
   * calls. It loses some of them if the end of a call sends another one.
   */
  <A> void end(CompletableFuture<A> call, Function<? super A, Outcome> answered) {
    follow(
        call.exceptionallyComposeAsync(CompletableFuture::failedFuture, hub.threads()),
        answered,
        Failures::outcome);
  }

  /** Does nothing. Requests are copies, so that the library may still send them. */
  @Override
  protected void abandoned() {
    link.abandoned(hub);
  }
}
