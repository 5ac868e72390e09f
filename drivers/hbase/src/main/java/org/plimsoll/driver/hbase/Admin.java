package org.plimsoll.driver.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.kit.SharedConnection;

/**
 * Sends requests that are not operations, over a separate connection. A connection that does not
 * answer is replaced before the next request.
 */
final class Admin implements AutoCloseable {
  private final SharedConnection<Hub> connection;
  private final Waits waits;
  private final Set<Hub> others = ConcurrentHashMap.newKeySet();

  Admin(Connector connector, String where) {
    connection = new SharedConnection<>(connector::connectAdmin, Connector::close);
    waits = new Waits(where);
  }

  /** A request through HBase's admin interface. */
  interface Request<T> {
    CompletableFuture<T> of(AsyncAdmin admin);
  }

  /** A request on the table, or about its regions. */
  interface TableRequest<T> {
    CompletableFuture<T> of(Hub hub);
  }

  <T> T ask(Duration atMost, Request<T> request) throws IOException, InterruptedException {
    return askTable(atMost, hub -> request.of(hub.connection().getAdmin()));
  }

  <T> T askTable(Duration atMost, TableRequest<T> request)
      throws IOException, InterruptedException {
    Hub hub = open();
    try {
      return waits.await(request.of(hub), atMost);
    } catch (IOException e) {
      FailureCode code = Failures.codeOf(Causes.root(e));
      if (code == Common.TIMEOUT || code == Common.CONNECTION_LOST) {
        connection.suspect(hub);
      }
      throw e;
    }
  }

  private Hub open() throws IOException, InterruptedException {
    try {
      return connection.open();
    } catch (IOException | InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  /** Registers a connection for operations, which has its own cache of region locations. */
  Hub register(Hub hub) {
    others.add(hub);
    return hub;
  }

  void unregister(Hub hub) {
    others.remove(hub);
  }

  /** Clears the region location caches of all connections. */
  void forgetRegions() {
    others.forEach(each -> each.connection().clearRegionLocationCache());
    Hub own = connection.current();
    if (own != null) {
      own.connection().clearRegionLocationCache();
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
