package org.plimsoll.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/**
 * Sends notices to a webhook, one after the other in their order. A notice that is not accepted is
 * sent again, after waits that double each time. The run only puts notices into a queue. If the
 * queue is full, notices are dropped and counted.
 */
final class WebhookSink implements Sink {
  private static final int QUEUE_MAX = 100;
  private static final Duration DEADLINE = Duration.ofSeconds(5);

  /** The waits between attempts, 31.5 s in total. */
  private static final List<Duration> WAITS =
      List.of(500, 1_000, 2_000, 4_000, 8_000, 16_000).stream().map(Duration::ofMillis).toList();

  private static final Duration RETRY_AFTER_MAX = Duration.ofSeconds(60);

  /** How long the end of a run waits for the last notices. */
  private static final Duration CLOSE = Duration.ofSeconds(6);

  /**
   * How long undelivered notices are retried after the end of a run, if the process keeps running.
   */
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final SinkSpec.Webhook spec;
  private final URI uri;
  private final String secret;
  private final HostCheck hosts;
  private final Outage outage;
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicLong number = new AtomicLong();
  private final BlockingQueue<Notice> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(DEADLINE)
          .version(HttpClient.Version.HTTP_1_1)
          // An allowed host could redirect to one that is not.
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();
  private final Thread thread = Thread.ofPlatform().daemon().name("notices").unstarted(this::run);
  private volatile @Nullable RunStart start;
  private volatile boolean saidInvalid;
  private volatile boolean closed;
  private volatile long closedNanos;

  /**
   * Opens a webhook without sending anything.
   *
   * @throws InvalidSpecException when a secret is missing, or the address is not allowed
   */
  WebhookSink(SinkSpec.Webhook spec, HostCheck hosts) {
    this.spec = spec;
    this.hosts = hosts;
    this.secret = spec.secret().reveal();
    this.uri = address(spec);
    this.outage = new Outage("the webhook at " + uri.getHost());
    hosts.reaches("notify", uri);
  }

  private static URI address(SinkSpec.Webhook spec) {
    try {
      URI uri = URI.create(spec.url().reveal());
      boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (isHttp && uri.getHost() != null && uri.getUserInfo() == null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Rejected below. The message does not contain the text, which may be a secret.
    }
    throw new InvalidSpecException(
        "notify: " + spec.url() + " must be an http or https URL without a user");
  }

  @Override
  public void started(RunStart run) {
    start = run;
    thread.start();
  }

  @Override
  public void event(RunEvent event) {
    RunStart run = start;
    if (run != null) {
      Notice.of(event, run.startedAt()).ifPresent(this::offer);
    }
  }

  @Override
  public void finished(Summary summary) {
    Instant now = Instant.now();
    if (summary.verdict().validity() == Validity.INVALID && !saidInvalid) {
      offer(Notice.invalid(summary, now));
    }
    offer(Notice.ended(summary, now));
  }

  @Override
  public void failed(String problem) {
    offer(Notice.failed(problem, Instant.now()));
  }

  private void offer(Notice notice) {
    if (notice.kind() == Notice.Kind.INVALID) {
      saidInvalid = true;
    }
    if (start != null && !queue.offer(notice)) {
      dropped.incrementAndGet();
    }
  }

  private void run() {
    try {
      while (!closed || (!queue.isEmpty() && System.nanoTime() - closedNanos < LINGER_NANOS)) {
        Notice notice = queue.poll(100, TimeUnit.MILLISECONDS);
        RunStart its = start;
        if (notice != null && its != null) {
          deliver(notice, its);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      client.shutdownNow();
    }
  }

  private void deliver(Notice notice, RunStart run) throws InterruptedException {
    String id = run.id() + "-" + number.incrementAndGet();
    byte[] body = NoticeBody.of(notice, id, run, spec.format());
    for (Duration wait : WAITS) {
      Answer answer = attempt(notice, id, body);
      if (answer.problem == null) {
        outage.sent();
        return;
      }
      if (!answer.mayRetry) {
        outage.failed(answer.problem);
        return;
      }
      Thread.sleep(answer.retryAfter.compareTo(wait) > 0 ? answer.retryAfter : wait);
    }
    Answer last = attempt(notice, id, body);
    if (last.problem == null) {
      outage.sent();
    } else {
      outage.failed(last.problem);
    }
  }

  /**
   * The result of one attempt.
   *
   * @param problem the reason why the notice was not accepted; null if it was
   * @param retryAfter the wait that the receiver requests
   */
  private record Answer(@Nullable String problem, boolean mayRetry, Duration retryAfter) {
    static Answer failed(String problem) {
      return new Answer(problem, true, Duration.ZERO);
    }
  }

  private Answer attempt(Notice notice, String id, byte[] body) throws InterruptedException {
    try {
      hosts.reaches("notify", uri); // checked again, since the name may have another address now
    } catch (InvalidSpecException e) {
      return new Answer(String.valueOf(e.getMessage()), false, Duration.ZERO);
    }
    CompletableFuture<HttpResponse<Void>> sent =
        client.sendAsync(request(notice, id, body), HttpResponse.BodyHandlers.discarding());
    try {
      // The client's own timeout covers only the headers of the answer.
      return answer(sent.get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Answer.failed("no answer within " + DEADLINE.toSeconds() + " s");
    } catch (ExecutionException e) {
      String message = e.getCause() == null ? null : e.getCause().getMessage();
      return Answer.failed(message == null ? "no connection" : message);
    } finally {
      sent.cancel(true);
    }
  }

  private static Answer answer(HttpResponse<Void> response) {
    int status = response.statusCode();
    if (status / 100 == 2) {
      return new Answer(null, false, Duration.ZERO);
    }
    Duration retryAfter =
        response
            .headers()
            .firstValue("Retry-After")
            .filter(text -> text.matches("\\d{1,9}"))
            .map(text -> Duration.ofSeconds(Long.parseLong(text)))
            .filter(asked -> asked.compareTo(RETRY_AFTER_MAX) <= 0)
            .orElse(Duration.ZERO);
    boolean mayRetry = status / 100 == 5 || status == 408 || status == 429;
    return new Answer("HTTP status " + status, mayRetry, retryAfter);
  }

  private HttpRequest request(Notice notice, String id, byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .timeout(DEADLINE)
            .header("Content-Type", "application/json")
            .header("User-Agent", "plimsoll")
            .header("Plimsoll-Event", notice.kind().word())
            .header("Plimsoll-Delivery", id)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    if (!secret.isEmpty()) {
      String timestamp = Long.toString(Instant.now().getEpochSecond());
      request
          .header("Plimsoll-Timestamp", timestamp)
          .header("Plimsoll-Signature", "sha256=" + signature(secret, timestamp, body));
    }
    return request.build();
  }

  /** Returns the HMAC-SHA256 of the timestamp, a dot and the body, in hexadecimal digits. */
  private static String signature(String secret, String timestamp, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
      mac.update((timestamp + ".").getBytes(UTF_8));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  @Override
  public Optional<String> trouble() {
    long lost = dropped.get();
    return lost > 0
        ? Optional.of(
            "the webhook at %s did not accept %,d notices in time, and they were dropped"
                .formatted(uri.getHost(), lost))
        : outage.sentence();
  }

  /** Waits some seconds for the last notices. Notices that remain are retried in the background. */
  @Override
  public void close() {
    closedNanos = System.nanoTime();
    closed = true;
    if (start == null) {
      client.shutdownNow();
      return;
    }
    try {
      boolean _ = thread.join(CLOSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
