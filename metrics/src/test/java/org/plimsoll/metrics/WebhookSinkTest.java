package org.plimsoll.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunEvent.Period;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Notices to a real receiver that fails, is slow, or checks the signature. */
@Timeout(180)
class WebhookSinkTest {
  private static final String SECRET = "hook-s3cret";

  /** How long a receiver that never answers takes. */
  private static final Duration NEVER = Duration.ofMinutes(1);

  private static final RunEvent STALLED = stall("the target has not answered since 0:02", null);

  @TempDir private Path folder;

  private static RunEvent stall(String text, @Nullable Long lengthNanos) {
    Period period = new Period(2_000_000_000L, lengthNanos);
    return new RunEvent(3_000_000_000L, EventKind.STALL, text, null, period);
  }

  private static List<SinkSpec> specs(String text) {
    return RunResolver.resolve(
            RunRequest.of("sim:", Map.of("notify", text)), Drivers.of(new SimDriver()))
        .spec()
        .observation()
        .sinks();
  }

  private static MetricsOut open(String text) {
    MetricsOut out = MetricsOut.open(specs(text));
    out.started(SampleSeconds.start("a1"));
    return out;
  }

  private static JsonNode json(HookReceiver.Received received) {
    return JsonMapper.shared().readTree(received.body());
  }

  @Test
  void aNoticeHasTheRunTheEventAndASignatureOfBodyAndTimestamp() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), SECRET + "\n");
    try (HookReceiver receiver = new HookReceiver((_, e) -> e.sendResponseHeaders(204, -1));
        MetricsOut out = open("webhook(" + receiver.url() + ",secret=file:" + secret + ")")) {
      out.event(new RunEvent(1, EventKind.PHASE, "measure begins")); // causes no notice
      out.event(STALLED);
      HookReceiver.Received received = receiver.next();
      JsonNode body = json(received);

      assertThat(body.path("event").asString()).isEqualTo("stalled");
      assertThat(body.path("at").asString()).isEqualTo("2026-11-21T10:00:03Z");
      assertThat(body.path("atNanos").asLong()).isEqualTo(3_000_000_000L);
      assertThat(body.path("text").asString()).isEqualTo(STALLED.text());
      assertThat(body.path("period").path("sinceNanos").asLong()).isEqualTo(2_000_000_000L);
      assertThat(body.path("run").path("id").asString()).isEqualTo("a1");
      assertThat(body.path("run").path("target").asString()).isEqualTo(SampleSeconds.TARGET);
      assertThat(received.headers())
          .containsEntry("Content-Type", "application/json")
          .containsEntry("Plimsoll-Event", "stalled")
          .containsEntry("Plimsoll-Delivery", body.path("id").asString());
      String timestamp = Objects.requireNonNull(received.headers().get("Plimsoll-Timestamp"));
      assertThat(Instant.ofEpochSecond(Long.parseLong(timestamp)))
          .isCloseTo(Instant.now(), within(20, ChronoUnit.SECONDS));
      assertThat(received.headers().get("Plimsoll-Signature"))
          .isEqualTo("sha256=" + hmac(timestamp + "." + new String(received.body(), UTF_8)));
    }
  }

  private static String hmac(String signed) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(signed.getBytes(UTF_8)));
  }

  @Test
  void aNoticeIsSentAgainUntilItIsAcceptedAndThoseAfterItKeepTheirOrder() throws Exception {
    int[] statuses = {503, 429, 500, 200, 200};
    try (HookReceiver receiver =
            new HookReceiver((number, e) -> e.sendResponseHeaders(statuses[number], -1));
        MetricsOut out = open("webhook(" + receiver.url() + ")")) {
      out.event(STALLED);
      out.event(stall("the target answers again after 2 s", 2_000_000_000L));
      HookReceiver.Received first = receiver.next();
      String id = json(first).path("id").asString();
      HookReceiver.Received last = first;
      for (int i = 0; i < 3; i++) {
        last = receiver.next();
        assertThat(json(last).path("id").asString()).isEqualTo(id);
      }

      // The waits double: 0.5, 1 and 2 s.
      assertThat(Duration.ofNanos(last.atNanos() - first.atNanos()))
          .isGreaterThan(Duration.ofMillis(3_400));
      assertThat(first.headers()).doesNotContainKey("Plimsoll-Signature");
      assertThat(json(receiver.next()).path("event").asString()).isEqualTo("answers-again");
      assertThat(out.trouble()).isEmpty();
    }
  }

  @Test
  void aReceiverThatRefusesIsNotAskedAgainAndTheRunSaysSo() throws Exception {
    try (HookReceiver receiver = new HookReceiver((_, e) -> e.sendResponseHeaders(404, -1));
        MetricsOut out = open("webhook(" + receiver.url() + ")")) {
      out.event(STALLED);
      await().atMost(Duration.ofSeconds(60)).until(() -> out.trouble().isPresent());

      assertThat(out.trouble().orElseThrow().text())
          .isEqualTo(
              "the webhook at 127.0.0.1 did not accept 1 of 1 requests, last reason: HTTP status"
                  + " 404");
      assertThat(receiver.count()).isEqualTo(1);
    }
  }

  @Test
  void aReceiverThatNeverAnswersSlowsNothingAndNoticesBeyondTheQueueAreCounted() throws Exception {
    CountDownLatch ends = new CountDownLatch(1);
    try (HookReceiver receiver =
        new HookReceiver((_, _) -> ends.await(NEVER.toSeconds(), TimeUnit.SECONDS))) {
      MetricsOut out = open("webhook(" + receiver.url() + ")");
      long beginNanos = System.nanoTime();
      for (int i = 0; i < 10_000; i++) {
        out.event(STALLED);
      }
      long tookNanos = System.nanoTime() - beginNanos;
      assertThat(Duration.ofNanos(tookNanos)).isLessThan(NEVER.dividedBy(3));
      assertThat(out.trouble().orElseThrow().text())
          .matches("the webhook at 127.0.0.1 did not accept 9,(899|900) notices in time,.*");

      beginNanos = System.nanoTime();
      out.close();
      assertThat(Duration.ofNanos(System.nanoTime() - beginNanos)).isLessThan(NEVER.dividedBy(2));
      ends.countDown();
    }
  }

  @Test
  void noticesThatTheReceiverMissedAreSentAfterTheRun() throws Exception {
    AtomicInteger status = new AtomicInteger(503);
    try (HookReceiver receiver =
        new HookReceiver((_, e) -> e.sendResponseHeaders(status.get(), -1))) {
      MetricsOut out = open("webhook(" + receiver.url() + ")");
      out.event(STALLED);
      out.failed("the target closed");
      out.close();
      status.set(200);

      JsonNode body;
      do {
        body = json(receiver.next());
      } while (!body.path("event").asString().equals("ended"));
      assertThat(body.path("text").asString()).isEqualTo("failed: the target closed");
      assertThat(body.path("result").path("state").asString()).isEqualTo("failed");
    }
  }

  @Test
  void slackGetsAMessageWithoutMentionsOfAnybody() throws Exception {
    try (HookReceiver receiver = new HookReceiver((_, e) -> e.sendResponseHeaders(200, -1));
        MetricsOut out = open("webhook(" + receiver.url() + ",format=slack)")) {
      out.event(stall("no answer from <!channel> & others", null));
      JsonNode body = json(receiver.next());

      assertThat(body.propertyNames()).containsExactly("text");
      assertThat(body.path("text").asString())
          .isEqualTo(
              "*Target stalled*: no answer from &lt;!channel&gt; &amp; others\nrun sample (a1) on "
                  + SampleSeconds.TARGET
                  + ", 0:03 after its start");
    }
  }

  @Test
  void anAddressIsCheckedWhenItIsOpenedAndBeforeEachRequest() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    HostCheck once =
        (_, address) -> {
          if (asked.getAndIncrement() > 0) {
            throw new InvalidSpecException("notify: must be allowed, was '" + address + "'");
          }
        };
    try (HookReceiver receiver = new HookReceiver((_, e) -> e.sendResponseHeaders(200, -1));
        MetricsOut out = MetricsOut.open(specs("webhook(" + receiver.url() + ")"), once)) {
      out.started(SampleSeconds.start("a1"));
      out.event(STALLED);
      await().atMost(Duration.ofSeconds(60)).until(() -> out.trouble().isPresent());

      assertThat(receiver.count()).isZero();
      assertThatThrownBy(() -> MetricsOut.open(specs("webhook(" + receiver.url() + ")"), once))
          .isInstanceOf(InvalidSpecException.class);
    }
  }

  @Test
  void aReferenceIsResolvedAndWhatItHoldsIsNeverShown() throws Exception {
    Path bad = Files.writeString(folder.resolve("bad"), "ftp://user:pw@host/T0KEN");

    assertThatThrownBy(() -> MetricsOut.open(specs("webhook(file:" + bad + ")")))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage("notify: file:" + bad + " must be an http or https URL without a user");
    assertThatThrownBy(() -> specs("webhook(ftp://host/T0KEN)"))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("notify: must be webhook(url")
        .hasMessageContaining("was 'webhook(***)'");
  }
}
