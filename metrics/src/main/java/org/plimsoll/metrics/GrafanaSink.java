package org.plimsoll.metrics;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends the run's events to Grafana as annotations, through its HTTP API. They are tagged with
 * {@code plimsoll}, the run and the kind. If Grafana is unreachable and the queue is full, events
 * are dropped and counted.
 */
final class GrafanaSink implements Sink {
  private static final Set<EventKind> KINDS =
      EnumSet.of(
          EventKind.PHASE,
          EventKind.PARAMETER,
          EventKind.TARGET,
          EventKind.ACTION,
          EventKind.SETTLED,
          EventKind.WARNING,
          EventKind.GENERATOR,
          EventKind.STALL,
          EventKind.OUTAGE,
          EventKind.SLO);
  private static final int QUEUE_MAX = 500;
  private static final Duration DEADLINE = Duration.ofSeconds(3);
  private static final long LAST_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final SinkSpec.Grafana spec;
  private final String token;
  private final RunMetrics metrics;
  private final HostCheck hosts;
  private final Outage outage = new Outage("grafana");
  private final AtomicLong dropped = new AtomicLong();
  private final BlockingQueue<RunEvent> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(DEADLINE).version(HttpClient.Version.HTTP_1_1).build();
  private final Thread thread =
      Thread.ofPlatform().daemon().name("metrics-grafana").unstarted(this::run);
  private volatile boolean closed;
  private volatile long closedNanos;

  GrafanaSink(SinkSpec.Grafana spec, RunMetrics metrics, HostCheck hosts) {
    this.hosts = hosts;
    this.spec = spec;
    this.token = spec.token().reveal();
    this.metrics = metrics;
  }

  @Override
  public void begin() {
    thread.start();
  }

  @Override
  public void event(RunEvent event) {
    if (KINDS.contains(event.kind()) && !queue.offer(event)) {
      dropped.incrementAndGet();
    }
  }

  private void run() {
    try {
      while (!closed || (!queue.isEmpty() && System.nanoTime() - closedNanos < LAST_NANOS)) {
        RunEvent event = queue.poll(100, TimeUnit.MILLISECONDS);
        if (event != null) {
          send(event);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void send(RunEvent event) throws InterruptedException {
    Instant startedAt = metrics.startedAt();
    if (startedAt == null) {
      return;
    }
    Map<String, String> labels = metrics.labels();
    Map<String, Object> annotation = new LinkedHashMap<>();
    annotation.put("time", startedAt.plusNanos(event.atNanos()).toEpochMilli());
    annotation.put(
        "tags",
        List.of(
            "plimsoll",
            event.kind().text(),
            "run:" + labels.get("run"),
            "name:" + labels.get("name")));
    annotation.put("text", event.text());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(annotations(spec.uri()))
            .timeout(DEADLINE)
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    JsonMapper.shared().writeValueAsString(annotation)));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    outage.send(hosts, client, request.build());
  }

  private static URI annotations(URI grafana) {
    return URI.create(grafana.toString().replaceFirst("/+$", "") + "/api/annotations");
  }

  @Override
  public Optional<String> trouble() {
    long lost = dropped.get();
    return lost > 0
        ? Optional.of(
            "grafana did not accept %,d annotations in time, and they were dropped".formatted(lost))
        : outage.sentence();
  }

  @Override
  public void close() {
    closedNanos = System.nanoTime();
    closed = true;
    try {
      thread.join(2 * TimeUnit.NANOSECONDS.toMillis(LAST_NANOS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.shutdownNow();
  }
}
