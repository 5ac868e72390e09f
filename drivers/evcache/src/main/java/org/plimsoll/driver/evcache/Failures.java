package org.plimsoll.driver.evcache;

import com.netflix.evcache.EVCacheConnectException;
import com.netflix.evcache.EVCacheException;
import com.netflix.evcache.EVCacheReadQueueException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.CancellationException;
import net.spy.memcached.internal.CheckedOperationTimeoutException;
import net.spy.memcached.ops.StatusCode;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.RefusedAddressException;

/**
 * Converts failures of the client and of Memcached to stable failure codes and to user messages.
 */
final class Failures {
  static final FailureCode READ_QUEUE_FULL = FailureCode.own("read-queue-full");
  static final FailureCode TOO_FEW_ZONES = FailureCode.own("too-few-zones");

  private static final String UNANSWERED =
      "the last zone that was asked has not answered within twice the setting read-timeout";

  private Failures() {}

  /** Returns the failure code for an exception of the client. */
  static FailureCode codeOf(Throwable failure) {
    return FailureCode.of(failure, Failures::known);
  }

  /** Returns the outcome for an exception of the client. */
  static Outcome outcome(Exception failure) {
    FailureCode code = codeOf(failure);
    Outcome failed = Outcome.failed(code, () -> messageOf(code, failure));
    boolean isUnsent =
        code == Common.NOT_CONNECTED
            || code == Common.THROTTLED
            || code == Common.UNAVAILABLE
            || code == READ_QUEUE_FULL;
    return isUnsent ? failed.withAttempts(0) : failed;
  }

  /**
   * Returns the outcome of a bulk operation that the client completes although a zone has not
   * answered.
   */
  static Outcome unanswered(FailureCode code) {
    return code == Common.TIMEOUT ? Outcome.failed(code, UNANSWERED) : Outcome.failed(code);
  }

  private static @Nullable FailureCode known(Throwable cause) {
    return switch (cause) {
      case EVCacheConnectException _ -> Common.NOT_CONNECTED;
      case EVCacheReadQueueException _ -> READ_QUEUE_FULL;
      case CheckedOperationTimeoutException _ -> Common.TIMEOUT;
      case CancellationException _ -> Common.CONNECTION_LOST;
      case EVCacheException client -> known(client);
      case IllegalStateException _ -> Common.CLOSED;
      default -> null;
    };
  }

  private static @Nullable FailureCode known(EVCacheException failure) {
    String message = String.valueOf(failure.getMessage());
    if (message.startsWith("Request Throttled")) {
      return Common.THROTTLED;
    }
    if (message.startsWith("Could not find a client")) {
      return Common.UNAVAILABLE;
    }
    return failure.getCause() == null ? Common.ERROR : null;
  }

  /** Returns a message without the key. The messages of the client contain the key. */
  private static String messageOf(FailureCode code, Exception failure) {
    if (code == Common.NOT_CONNECTED) {
      return "the node of the key is not connected in the last zone that was asked";
    }
    if (code == READ_QUEUE_FULL) {
      return "more reads are in flight on a connection than the setting read-queue allows";
    }
    if (code == Common.TIMEOUT) {
      return UNANSWERED;
    }
    if (code == Common.THROTTLED) {
      return "more requests of the key are in flight than the setting hot-key-limit allows";
    }
    if (code == Common.UNAVAILABLE) {
      return "no zone serves the request: they are write-only, or most of their nodes are lost";
    }
    return Outcome.sentenceOf(Causes.root(failure));
  }

  /**
   * The code of a zone's answer that is neither success, nor "no such key", nor "exists".
   *
   * @param wasSent whether the request was sent
   */
  static FailureCode codeOf(StatusCode status, boolean wasSent) {
    return switch (status) {
      case CANCELLED -> wasSent ? Common.CONNECTION_LOST : Common.NOT_CONNECTED;
      case TIMEDOUT -> Common.TIMEOUT;
      case ERR_2BIG -> Common.TOO_LARGE;
      case ERR_NO_MEM -> Common.OUT_OF_MEMORY;
      case ERR_BUSY, ERR_TEMP_FAIL -> Common.BUSY;
      case ERR_INTERNAL -> Common.INTERNAL_ERROR;
      case ERR_UNKNOWN_COMMAND, ERR_NOT_SUPPORTED -> Common.UNSUPPORTED;
      default -> Common.ERROR;
    };
  }

  /** Creates an exception whose message says in one sentence why a node cannot be used. */
  static IOException unusable(HostPort node, long patienceMillis, Exception failure) {
    String why =
        switch (failure) {
          case RefusedAddressException refused -> "cannot be used: " + refused.getMessage();
          case ConnectException _ -> "refused the connection: nothing listens there";
          case UnknownHostException _ -> "cannot be reached: no such host";
          case SocketTimeoutException _ ->
              "did not answer as Memcached within " + patienceMillis + " ms";
          default -> "cannot be used as a Memcached server: " + Outcome.sentenceOf(failure);
        };
    return new IOException(node + " " + why, failure);
  }
}
