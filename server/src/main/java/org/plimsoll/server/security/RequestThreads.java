package org.plimsoll.server.security;

import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.plimsoll.server.http.Endpoint;

/**
 * Chooses the thread of each request. Requests that stop all load or check the health of the server
 * have separate platform threads, so that they never wait for other requests. All others run on
 * virtual threads; each open connection can occupy one.
 */
final class RequestThreads extends Handler.Wrapper {
  /** The paths that are answered even under the highest load. */
  static final Set<String> RESERVED =
      Set.of(
          Endpoint.BASE + Endpoint.KILL,
          Endpoint.BASE + Endpoint.STOP_ALL_LOAD,
          Endpoint.BASE + Endpoint.HEALTH);

  private static final int RESERVED_THREADS = 4;

  /** The maximum number of requests that wait for a reserved thread. */
  private static final int RESERVED_WAITING_MAX = 1_000;

  private final ExecutorService reserved = reservedThreads();
  private final ExecutorService others =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("request-", 0).factory());

  private static ExecutorService reservedThreads() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            RESERVED_THREADS,
            RESERVED_THREADS,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(RESERVED_WAITING_MAX),
            Thread.ofPlatform().daemon().name("reserved-", 0).factory());
    // The server then still answers if the machine runs out of threads later.
    threads.prestartAllCoreThreads();
    return threads;
  }

  /** Whether a request is answered even under the highest load. */
  static boolean isReserved(Request request) {
    return RESERVED.contains(Request.getPathInContext(request));
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Executor threads = isReserved(request) ? reserved : others;
    try {
      threads.execute(() -> handleHere(request, response, callback));
    } catch (RejectedExecutionException e) {
      refuse(request, response, callback);
    }
    return true;
  }

  private void handleHere(Request request, Response response, Callback callback) {
    try {
      if (!super.handle(request, response, callback)) {
        Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
      }
    } catch (Throwable e) {
      Response.writeError(request, response, callback, e);
    }
  }

  /** Responds with status 429, and closes the connection. */
  static void refuse(Request request, Response response, Callback callback) {
    response.getHeaders().put("Retry-After", "1");
    Response.writeError(request, response, callback, HttpStatus.TOO_MANY_REQUESTS_429);
  }

  @Override
  protected void doStop() throws Exception {
    super.doStop();
    reserved.shutdown();
    others.shutdown();
  }
}
