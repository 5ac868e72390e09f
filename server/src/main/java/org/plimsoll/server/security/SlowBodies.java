package org.plimsoll.server.security;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.NanoTime;
import org.jspecify.annotations.Nullable;

/**
 * Rejects bodies that arrive too slowly with status 408, since each occupies a connection and a
 * thread. Jetty's {@code MinimumDataRateHandler} (12.1.12) compares the bytes of all requests since
 * the start instead. A slow request among others therefore passes, and any request fails after 9.2
 * GB.
 */
final class SlowBodies extends Handler.Wrapper {
  private static final long BYTES_PER_SECOND_MIN = 1 << 10;

  /** Grace period, because a busy machine can delay a body. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    return super.handle(new TimedRequest(request), response, callback);
  }

  private static final class TimedRequest extends Request.Wrapper {
    private final long beganAtNanos = NanoTime.now();
    private Content.@Nullable Chunk failure;

    TimedRequest(Request request) {
      super(request);
    }

    @Override
    public void demand(Runnable whenAvailable) {
      long nanos = NanoTime.since(beganAtNanos);
      long bytes = Request.getContentBytesRead(this);
      if (nanos > GRACE_NANOS && bytes * 1e9 / nanos < BYTES_PER_SECOND_MIN) {
        failure =
            Content.Chunk.from(
                new HttpException.RuntimeException(
                    HttpStatus.REQUEST_TIMEOUT_408, "The body arrives too slowly"));
        whenAvailable.run();
      } else {
        super.demand(whenAvailable);
      }
    }

    @Override
    public Content.Chunk read() {
      return failure != null ? failure : super.read();
    }
  }
}
