package org.plimsoll.metrics;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;

/** Counts the failed requests to one sink, and keeps the last reason. */
final class Outage {
  /** The setting that names the hosts of sinks. */
  static final String METRICS = "metrics";

  private final String sink;
  private long failed;
  private long sent;
  private @Nullable String last;

  Outage(String sink) {
    this.sink = sink;
  }

  synchronized void sent() {
    sent++;
  }

  synchronized void failed(String why) {
    failed++;
    last = why;
  }

  synchronized void failed(Throwable why) {
    String message = why.getMessage();
    failed(message == null ? why.getClass().getSimpleName() : message);
  }

  /** Sends a request if its host is still allowed, and records the result. */
  void send(HostCheck hosts, HttpClient client, HttpRequest request) throws InterruptedException {
    try {
      hosts.reaches(METRICS, request.uri());
      HttpResponse<Void> answer = client.send(request, HttpResponse.BodyHandlers.discarding());
      if (answer.statusCode() / 100 == 2) {
        sent();
      } else {
        failed("HTTP status " + answer.statusCode());
      }
    } catch (IOException | InvalidSpecException e) {
      failed(e);
    }
  }

  /** Returns a sentence with the numbers, or empty if nothing failed. */
  synchronized Optional<String> sentence() {
    return failed == 0
        ? Optional.empty()
        : Optional.of(
            "%s did not accept %,d of %,d requests, last reason: %s"
                .formatted(sink, failed, failed + sent, last));
  }
}
