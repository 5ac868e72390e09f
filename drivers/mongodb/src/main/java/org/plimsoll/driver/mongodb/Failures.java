package org.plimsoll.driver.mongodb;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.MongoWriteException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.bson.BsonMaximumSizeExceededException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.Unusable;

/** Converts failures to stable failure codes and to user messages. */
final class Failures {
  private Failures() {}

  /** Returns the failure code for an exception of the client library. */
  static FailureCode codeOf(Throwable failure) {
    return FailureCode.of(failure, Failures::known);
  }

  /** Returns the outcome for an exception of the client library. */
  static Outcome outcome(Exception failure) {
    FailureCode code = codeOf(failure);
    Outcome failed = Outcome.failed(code, () -> messageOf(failure));
    return code == Common.NOT_CONNECTED || code == Common.POOL_TIMEOUT
        ? failed.withAttempts(0)
        : failed;
  }

  private static @Nullable FailureCode known(Throwable cause) {
    return switch (cause) {
      case MongoSecurityException _ -> Common.AUTH;
      case BsonMaximumSizeExceededException _ -> Common.TOO_LARGE;
      case MongoInterruptedException _ -> Common.INTERRUPTED;
      case MongoTimeoutException timeout ->
          String.valueOf(timeout.getMessage()).contains("waiting for a connection")
              ? Common.POOL_TIMEOUT
              : Common.NOT_CONNECTED;
      case MongoSocketOpenException _ -> causeOf(cause, Common.CONNECTION_REFUSED);
      case MongoSocketReadTimeoutException _ -> Common.TIMEOUT;
      case MongoSocketException _ -> causeOf(cause, Common.CONNECTION_LOST);
      case MongoWriteConcernException _ -> FailureCode.own("write-concern-failed");
      case MongoBulkWriteException bulk -> codeOf(bulk);
      case MongoWriteException write -> codeOf(write.getError().getCode());
      case MongoServerException server -> codeOf(server.getCode());
      case MongoClientException client -> codeOf(client);
      case IllegalStateException _ -> Common.CLOSED;
      default -> null;
    };
  }

  /**
   * Returns the failure code for the cause, if it is more specific than the exception of the client
   * library.
   */
  private static FailureCode causeOf(Throwable failure, FailureCode otherwise) {
    Throwable root = Causes.of(failure).getLast();
    return switch (root) {
      case UnknownHostException _ -> Common.UNKNOWN_HOST;
      case SSLException _ -> Common.TLS;
      case SocketTimeoutException _ -> Common.CONNECT_TIMEOUT;
      default -> otherwise;
    };
  }

  private static FailureCode codeOf(MongoBulkWriteException bulk) {
    return bulk.getWriteErrors().isEmpty()
        ? FailureCode.own("write-concern-failed")
        : codeOf(bulk.getWriteErrors().getFirst().getCode());
  }

  private static FailureCode codeOf(MongoClientException client) {
    String message = String.valueOf(client.getMessage());
    return message.contains("session") || message.contains("ransaction")
        ? Common.UNSUPPORTED
        : Common.ERROR;
  }

  /**
   * Returns the failure code for an error of the server. The numbers come from MongoDB's
   * error_codes.yml.
   */
  private static FailureCode codeOf(int error) {
    return switch (error) {
      case 11_000, 11_001, 12_582 -> Common.EXISTS;
      case 112 -> Common.CONFLICT;
      case 13, 18 -> Common.AUTH;
      case 24, 46 -> FailureCode.own("lock-timeout");
      case 50, 202 -> Common.TIMEOUT;
      case 59, 115, 238, 263 -> Common.UNSUPPORTED;
      case 20 -> Common.UNSUPPORTED; // A transaction on a server without a replica set.
      case 64, 79, 100 -> FailureCode.own("write-concern-failed");
      case 91, 11_600 -> FailureCode.own("shutting-down");
      case 189, 10_107, 10_058, 13_435, 13_436, 11_602 -> FailureCode.own("not-primary");
      case 133, 134 -> Common.UNAVAILABLE;
      case 225, 244, 251, 267 -> FailureCode.own("transaction-aborted");
      case 43, 175, 237 -> FailureCode.own("cursor-lost");
      case 10_334, 17_419, 17_420 -> Common.TOO_LARGE;
      case 2, 9, 14, 66, 121 -> FailureCode.own("bad-request");
      case 26 -> FailureCode.own("no-collection");
      case 14_031 -> FailureCode.own("disk-full");
      case 146 -> Common.OUT_OF_MEMORY;
      case 1, 8 -> Common.INTERNAL_ERROR;
      default -> Common.ERROR;
    };
  }

  /**
   * Returns the message of the server, without the complete answer that the client library appends.
   */
  static String messageOf(Throwable failure) {
    for (Throwable cause : Causes.of(failure)) {
      String message =
          switch (cause) {
            case MongoCommandException command ->
                command.getErrorCode() + ": " + command.getErrorMessage();
            case MongoWriteException write ->
                write.getError().getCode() + ": " + write.getError().getMessage();
            case MongoTimeoutException timeout -> brief(timeout);
            default -> null;
          };
      if (message != null) {
        return message;
      }
    }
    return Outcome.messageOf(failure);
  }

  private static String brief(MongoException failure) {
    String message = String.valueOf(failure.getMessage());
    int view = message.indexOf(" Client view of cluster state");
    return view < 0 ? message : message.substring(0, view);
  }

  /**
   * Creates an exception whose message says in one sentence why {@code where} cannot be used. The
   * message never contains a secret.
   */
  static IOException unusable(String where, Throwable failure) {
    return Unusable.because(
        where,
        failure,
        cause ->
            switch (cause) {
              case SSLException e -> "failed the TLS handshake: " + Causes.line(e);
              case SocketTimeoutException _ -> "did not answer in time";
              case MongoCommandException e when e.getErrorCode() == 18 ->
                  "refused the credentials: " + e.getErrorMessage();
              case MongoCommandException e when e.getErrorCode() == 13 ->
                  "denies this user a required permission: " + e.getErrorMessage();
              case MongoSecurityException _ -> "refused the credentials";
              default -> null;
            },
        () -> "cannot be used as MongoDB: " + messageOf(failure).replaceAll("\\s+", " "));
  }
}
