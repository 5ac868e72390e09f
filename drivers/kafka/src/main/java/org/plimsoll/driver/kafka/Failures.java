package org.plimsoll.driver.kafka;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.KafkaStorageException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.NotEnoughReplicasAfterAppendException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.ThrottlingQuotaExceededException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;

/** Converts failures to stable failure codes and to user messages. */
final class Failures {
  private static final FailureCode BUFFER_FULL = FailureCode.own("buffer-full");

  private Failures() {}

  /** Returns the outcome for an exception of the client library. */
  static Outcome outcome(Throwable failure) {
    FailureCode code = FailureCode.of(failure, Failures::known);
    Outcome failed = Outcome.failed(code, failure);
    return code.equals(BUFFER_FULL) ? failed.withAttempts(0) : failed;
  }

  private static @Nullable FailureCode known(Throwable cause) {
    return switch (cause) {
      case BufferExhaustedException _ -> BUFFER_FULL;
      case DisconnectException _, NetworkException _ -> Common.CONNECTION_LOST;
      case TimeoutException _ -> Common.TIMEOUT;
      case RecordTooLargeException _, RecordBatchTooLargeException _ -> Common.TOO_LARGE;
      case NotEnoughReplicasException _, NotEnoughReplicasAfterAppendException _ ->
          FailureCode.own("not-enough-replicas");
      case NotLeaderOrFollowerException _ -> FailureCode.own("not-leader");
      case UnknownTopicOrPartitionException _, InvalidTopicException _ ->
          FailureCode.own("no-topic");
      case SslAuthenticationException _ -> Common.TLS;
      case AuthenticationException _, AuthorizationException _ -> Common.AUTH;
      case OutOfOrderSequenceException _ -> FailureCode.own("out-of-order");
      case ThrottlingQuotaExceededException _ -> Common.THROTTLED;
      case KafkaStorageException _ -> Common.IO_ERROR;
      case CorruptRecordException _ -> Common.BAD_ANSWER;
      case UnsupportedVersionException _ -> Common.UNSUPPORTED;
      case InterruptException _ -> Common.INTERRUPTED;
      case WakeupException _, IllegalStateException _ -> Common.CLOSED;
      case KafkaException closed when String.valueOf(closed.getMessage()).contains("is closed") ->
          Common.CLOSED;
      default -> null;
    };
  }

  /** Creates an exception whose message says in one sentence why {@code where} cannot be opened. */
  static IOException unopened(String where, ExecutionException failure) {
    return failure.getCause() instanceof TimeoutException
        ? new IOException(
            where + " did not answer in time: does its listener require tls or a user?", failure)
        : unusable(where, failure);
  }

  /** Creates an exception whose message says in one sentence why {@code where} cannot be used. */
  static IOException unusable(String where, Throwable failure) {
    Throwable cause =
        failure instanceof ExecutionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    String reason =
        switch (cause) {
          case TimeoutException _ -> "did not answer in time";
          case SslAuthenticationException _ ->
              "failed the TLS handshake: " + Causes.line(Causes.root(cause));
          case AuthenticationException _ -> "refused the credentials: " + Outcome.sentenceOf(cause);
          case AuthorizationException _ -> "denies access: " + Outcome.sentenceOf(cause);
          default -> "cannot be used as Kafka: " + Outcome.sentenceOf(cause);
        };
    return new IOException(where + " " + reason, failure);
  }
}
