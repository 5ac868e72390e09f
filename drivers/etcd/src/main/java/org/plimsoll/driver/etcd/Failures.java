package org.plimsoll.driver.etcd;

import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.api.kit.Unusable;

/** Converts failures of requests to stable failure codes and to user messages. */
final class Failures {
  /**
   * The prefix of messages from a server, which distinguishes them from messages of the library.
   */
  private static final String BY_SERVER = "etcdserver: ";

  private Failures() {}

  /** Returns the outcome of a request that failed. */
  static Outcome outcome(Throwable failure) {
    FailureCode code = codeOf(failure);
    Outcome failed = Outcome.failed(code, () -> messageOf(failure));
    return code == Common.CONNECTION_LOST || isByServer(failure) || !isUnsent(code)
        ? failed
        : failed.withAttempts(0);
  }

  private static boolean isUnsent(FailureCode code) {
    return code == Common.NOT_CONNECTED
        || code == Common.TLS
        || code == Common.UNKNOWN_HOST
        || code == Common.ADDRESS_REFUSED;
  }

  static FailureCode codeOf(Throwable failure) {
    return FailureCode.of(failure, Failures::known);
  }

  private static @Nullable FailureCode known(Throwable cause) {
    Status status = statusOf(cause);
    return status == null ? null : codeOf(status);
  }

  private static @Nullable Status statusOf(Throwable cause) {
    return switch (cause) {
      case StatusRuntimeException e -> e.getStatus();
      case StatusException e -> e.getStatus();
      default -> null;
    };
  }

  private static boolean isByServer(Throwable failure) {
    Status status = statusOf(failure);
    return status != null && description(status).startsWith(BY_SERVER);
  }

  private static String description(Status status) {
    String description = status.getDescription();
    return description == null ? "" : description;
  }

  private static FailureCode codeOf(Status status) {
    String said = description(status).toLowerCase(Locale.ROOT);
    return switch (status.getCode()) {
      case UNAVAILABLE -> said.startsWith(BY_SERVER) ? unavailable(said) : broken(status);
      case INVALID_ARGUMENT, FAILED_PRECONDITION -> refused(said);
      case RESOURCE_EXHAUSTED -> exhausted(said);
      case NOT_FOUND -> said.contains("lease") ? FailureCode.own("lease-not-found") : Common.ERROR;
      case PERMISSION_DENIED, UNAUTHENTICATED -> Common.AUTH;
      case OUT_OF_RANGE -> FailureCode.own("compacted");
      case DEADLINE_EXCEEDED -> Common.TIMEOUT;
      case CANCELLED -> Common.CLOSED;
      case UNIMPLEMENTED -> Common.UNSUPPORTED;
      case DATA_LOSS -> FailureCode.own("data-corrupt");
      case INTERNAL -> broken(status);
      default -> Common.ERROR;
    };
  }

  private static FailureCode unavailable(String said) {
    if (said.contains("timed out") || said.contains("took too long")) {
      return Common.TIMEOUT;
    }
    if (said.contains("leader")) {
      return FailureCode.own("no-leader");
    }
    return said.contains("stopped") ? FailureCode.own("shutting-down") : Common.UNAVAILABLE;
  }

  private static FailureCode refused(String said) {
    if (said.contains("too large")) {
      return Common.TOO_LARGE;
    }
    if (said.contains("too many operations")) {
      return FailureCode.own("too-many-operations");
    }
    return said.contains("auth") || said.contains("user") || said.contains("password")
        ? Common.AUTH
        : FailureCode.own("bad-request");
  }

  private static FailureCode exhausted(String said) {
    if (said.contains("space")) {
      return FailureCode.own("no-space");
    }
    return said.contains("larger than") || said.contains("too large")
        ? Common.TOO_LARGE
        : Common.BUSY;
  }

  /**
   * Returns the failure code for a failure that the client library reports. The server has not
   * answered in this case.
   */
  private static FailureCode broken(Status status) {
    Throwable cause = status.getCause();
    if (cause == null) {
      return status.getCode() == Status.Code.INTERNAL
          ? Common.INTERNAL_ERROR
          : Common.CONNECTION_LOST;
    }
    Throwable root = Causes.root(cause);
    return switch (root) {
      case ConnectException _ -> Common.NOT_CONNECTED;
      case UnknownHostException _ -> Common.UNKNOWN_HOST;
      case RefusedAddressException _ -> Common.ADDRESS_REFUSED;
      case SSLException _ -> Common.TLS;
      default -> Common.CONNECTION_LOST;
    };
  }

  /** Whether the server no longer accepts the login token. */
  static boolean needsLogin(Throwable failure) {
    Status status = statusOf(failure);
    return status != null
        && (status.getCode() == Status.Code.UNAUTHENTICATED
            || description(status).contains("revision of auth store is old"));
  }

  /** Returns the message of the server, or the reason why the server was not reached. */
  static String messageOf(Throwable failure) {
    Status status = statusOf(failure);
    if (status == null) {
      return Outcome.messageOf(failure);
    }
    // The library appends a dump of its pipeline on further lines.
    String description = description(status).lines().findFirst().orElse("");
    Throwable cause = status.getCause();
    String reason = cause == null ? "" : Outcome.sentenceOf(cause);
    if (description.isEmpty() || description.equals("io exception")) {
      return reason.isEmpty() ? status.getCode().name() : reason;
    }
    return description;
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
            cause instanceof SSLException
                ? "failed the TLS handshake: " + Causes.line(cause)
                : null,
        () -> reason(failure).replaceAll("\\s+", " "));
  }

  private static String reason(Throwable failure) {
    FailureCode code = codeOf(failure);
    String said = messageOf(failure);
    if (code == Common.AUTH) {
      return said.contains("permission")
          ? "denies this user a required permission: " + said
          : "refused the credentials: " + said;
    }
    if (code == Common.TIMEOUT && !isByServer(failure)) {
      return "did not answer in time";
    }
    return code == Common.CONNECTION_LOST
        ? "closed the connection: does it use TLS, and is it etcd? " + said
        : "cannot be used as etcd: " + said;
  }
}
