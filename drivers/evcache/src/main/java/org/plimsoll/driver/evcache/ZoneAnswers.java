package org.plimsoll.driver.evcache;

import com.netflix.evcache.EVCacheLatch;
import com.netflix.evcache.operation.EVCacheFutures;
import com.netflix.evcache.operation.EVCacheOperationFuture;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.ops.OperationState;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext.Counter;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;

/** The answers of the zones to a write. Write-only zones are not among them. */
final class ZoneAnswers {
  private final List<Future<Boolean>> zones;
  private final BitSet seen = new BitSet();
  private int stored;
  private int missing;
  private int existing;
  private int failed;
  private int unsent;
  private @Nullable FailureCode firstFailure;
  private String firstMessage = "";

  private ZoneAnswers(List<Future<Boolean>> zones) {
    this.zones = zones;
  }

  /**
   * Waits until enough zones have answered for the policy, or until enough zones can no longer
   * answer.
   *
   * @param latch the client's result of a write with {@link WritePolicy#ofLatch}
   * @param failures the counter of failed zones
   */
  static Outcome await(EVCacheLatch latch, WritePolicy policy, long payloadBytes, Counter failures)
      throws InterruptedException {
    List<Future<Boolean>> zones = latch.getAllFutures();
    int needed = policy.needed(zones.size());
    if (policy == WritePolicy.NONE) {
      return Outcome.buffered(payloadBytes);
    }
    var _ = latch.await(ZoneConnections.neverMillis(), TimeUnit.MILLISECONDS);
    ZoneAnswers answers = new ZoneAnswers(zones);
    answers.takeDone();
    answers.awaitMore(needed);
    if (answers.failed > 0) {
      failures.add(answers.failed);
    }
    return answers.outcome(needed, payloadBytes);
  }

  /**
   * Returns the outcome of {@code add}. The client itself waits for it, one zone after the other.
   */
  static Outcome ofAdd(EVCacheLatch latch, long payloadBytes, Counter failures)
      throws InterruptedException {
    ZoneAnswers answers = new ZoneAnswers(latch.getAllFutures());
    answers.awaitMore(answers.zones.size());
    if (answers.failed > 0) {
      failures.add(answers.failed);
    }
    return answers.outcome(answers.zones.size(), payloadBytes);
  }

  private void takeDone() {
    for (int i = 0; i < zones.size(); i++) {
      if (zones.get(i).isDone()) {
        take(i);
      }
    }
  }

  /**
   * Waits for further zones if the first ones have failed, or if the latch has opened too early.
   */
  private void awaitMore(int needed) throws InterruptedException {
    for (int i = 0; i < zones.size() && answered() < needed; i++) {
      if (!seen.get(i)) {
        try {
          var _ = zones.get(i).get(ZoneConnections.neverMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
          // The status contains the same information.
        }
        take(i);
      }
    }
  }

  private int answered() {
    return stored + missing + existing;
  }

  private void take(int index) {
    seen.set(index);
    Future<Boolean> zone = zones.get(index);
    if (zone instanceof EVCacheOperationFuture<?> one) {
      OperationStatus status = one.getStatus();
      switch (status.getStatusCode()) {
        case SUCCESS -> stored++;
        case ERR_NOT_FOUND, ERR_NOT_STORED -> missing++;
        case ERR_EXISTS -> existing++;
        default -> fail(status, one.getOperation());
      }
    } else if (resultOf(zone)) {
      stored++;
    } else {
      // Chunks have no common status. Any other future without a status comes from a full queue.
      boolean isChunks = zone instanceof EVCacheFutures;
      unsent += isChunks ? 0 : 1;
      fail(
          isChunks ? Common.ERROR : Common.REJECTED,
          isChunks ? "not all chunks were stored" : "the client's queue of writes is full");
    }
  }

  private static boolean resultOf(Future<Boolean> zone) {
    return zone.state() == Future.State.SUCCESS && zone.resultNow();
  }

  private void fail(OperationStatus status, @Nullable Operation request) {
    boolean wasSent =
        status.getStatusCode() != StatusCode.CANCELLED
            || (request != null && request.getState() != OperationState.WRITE_QUEUED);
    unsent += wasSent ? 0 : 1;
    fail(Failures.codeOf(status.getStatusCode(), wasSent), String.valueOf(status.getMessage()));
  }

  private void fail(FailureCode code, String message) {
    failed++;
    if (firstFailure == null) {
      firstFailure = code;
      firstMessage = message;
    }
  }

  private Outcome outcome(int needed, long payloadBytes) {
    if (zones.isEmpty()) {
      return Outcome.failed(Common.UNAVAILABLE, "no zone takes writes").withAttempts(0);
    }
    if (answered() >= needed) {
      return stored > 0
          ? Outcome.succeeded(payloadBytes)
          : existing > 0 ? Outcome.failed(Common.EXISTS) : Outcome.notFound();
    }
    FailureCode code = firstFailure == null ? Common.ERROR : firstFailure;
    if (answered() == 0) {
      Outcome none = Outcome.failed(code, firstMessage);
      return unsent == zones.size() ? none.withAttempts(0) : none;
    }
    int answered = answered();
    int asked = zones.size();
    String first = code.text();
    return Outcome.failed(
        Failures.TOO_FEW_ZONES,
        () ->
            answered
                + " of "
                + asked
                + " zones have answered, and write-policy needs "
                + needed
                + "; the first failure is "
                + first);
  }
}
