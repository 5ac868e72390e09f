package org.plimsoll.metrics;

import io.micrometer.core.ipc.http.HttpSender;
import io.micrometer.core.ipc.http.HttpUrlConnectionSender;
import java.time.Duration;

/** A Micrometer HTTP client that records failures, which its registries only log. */
final class WatchedHttp implements HttpSender {
  private final HttpSender sender;
  private final Outage outage;

  WatchedHttp(Duration deadline, Outage outage) {
    this.sender = new HttpUrlConnectionSender(deadline, deadline);
    this.outage = outage;
  }

  @Override
  public Response send(Request request) throws Throwable {
    try {
      Response answer = sender.send(request);
      if (answer.isSuccessful()) {
        outage.sent();
      } else {
        outage.failed("HTTP status " + answer.code());
      }
      return answer;
    } catch (Throwable e) {
      outage.failed(e);
      throw e;
    }
  }
}
