package org.plimsoll.metrics;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What of the sending to one system has failed. */
final class Outage {
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

  /** Sends a request, and notes what came of it. */
  void send(HttpClient client, HttpRequest request) throws InterruptedException {
    try {
      HttpResponse<Void> answer = client.send(request, HttpResponse.BodyHandlers.discarding());
      if (answer.statusCode() / 100 == 2) {
        sent();
      } else {
        failed("it answers " + answer.statusCode());
      }
    } catch (IOException e) {
      failed(e);
    }
  }

  /** A sentence with the numbers; nothing when all went well. */
  synchronized Optional<String> sentence() {
    return failed == 0
        ? Optional.empty()
        : Optional.of(
            "%s did not take %,d of %,d sendings, the last because: %s"
                .formatted(sink, failed, failed + sent, last));
  }
}
