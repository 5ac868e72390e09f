package org.plimsoll.metrics;

import io.micrometer.core.ipc.http.HttpSender;
import io.micrometer.core.ipc.http.HttpUrlConnectionSender;
import java.time.Duration;
import org.plimsoll.engine.spec.HostCheck;

/** A Micrometer HTTP client that records failures, which its registries only log. */
final class WatchedHttp implements HttpSender {
  private final HttpSender sender;
  private final HostCheck hosts;
  private final Outage outage;

  WatchedHttp(Duration deadline, HostCheck hosts, Outage outage) {
    this.hosts = hosts;
    this.sender = new HttpUrlConnectionSender(deadline, deadline);
    this.outage = outage;
  }

  @Override
  public Response send(Request request) throws Throwable {
    try {
      hosts.reaches(Outage.METRICS, request.getUrl().toURI());
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
