package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.UnsupportedProtocolVersionException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.FrameTooLongException;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ProtocolError;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import com.datastax.oss.driver.api.core.servererrors.TruncateException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;

/** Converts failures to stable failure codes and to user messages. */
final class Failures {
  private Failures() {}

  /** Returns the outcome of a failed operation, with the number of requests sent for it. */
  static Outcome outcome(Throwable failure) {
    Throwable cause = unwrapped(failure);
    ExecutionInfo info =
        cause instanceof DriverException driverException
            ? driverException.getExecutionInfo()
            : null;
    int sent =
        switch (cause) {
          case AllNodesFailedException e -> sentTo(e.getAllErrors().values());
          case IllegalStateException _ -> 0; // the library's session is closed
          default -> info == null ? 1 : Answers.attempts(info);
        };
    return Outcome.failed(codeOf(cause), cause).withAttempts(sent);
  }

  private static int sentTo(Collection<List<Throwable>> errors) {
    return (int)
        errors.stream().flatMap(List::stream).filter(error -> Answers.wasSent(error)).count();
  }

  /** The code of an exception of the driver library. */
  static FailureCode codeOf(Throwable failure) {
    Throwable cause = unwrapped(failure);
    return switch (cause) {
      case ReadTimeoutException _ -> FailureCode.own("read-timeout");
      case WriteTimeoutException e ->
          e.getWriteType() == WriteType.CAS
              ? FailureCode.own("cas-timeout")
              : FailureCode.own("write-timeout");
      case CASWriteUnknownException _ -> FailureCode.own("cas-unknown");
      case UnavailableException _ -> Common.UNAVAILABLE;
      case OverloadedException _ -> FailureCode.own("overloaded");
      case ReadFailureException _ -> FailureCode.own("read-failure");
      case WriteFailureException _ -> FailureCode.own("write-failure");
      case BootstrappingException _ -> FailureCode.own("bootstrapping");
      case TruncateException _ -> FailureCode.own("truncate-error");
      case UnauthorizedException _, AuthenticationException _ -> Common.AUTH;
      case InvalidQueryException _, InvalidConfigurationInQueryException _, SyntaxError _ ->
          FailureCode.own("invalid");
      case ServerError _ -> Common.INTERNAL_ERROR;
      case ProtocolError _ -> FailureCode.own("protocol-error");
      case FrameTooLongException _ -> Common.TOO_LARGE;
      case DriverTimeoutException _ -> Common.TIMEOUT;
      case RequestThrottlingException _, BusyConnectionException _ -> Common.REJECTED;
      case NodeUnavailableException e -> codeOfUnavailable(e);
      case AllNodesFailedException e -> codeOfAll(e.getAllErrors().values());
      case IllegalStateException _ -> Common.CLOSED; // This is a failure of the library's session.
      default -> codeOfOthers(cause);
    };
  }

  private static FailureCode codeOfOthers(Throwable failure) {
    String name = failure.getClass().getSimpleName();
    return name.startsWith("ClosedConnection") || name.startsWith("Heartbeat")
        ? Common.CONNECTION_LOST
        : FailureCode.of(failure);
  }

  /**
   * Distinguishes a node without connections from a node whose connections are all full. The
   * library reports both in the same way.
   */
  private static FailureCode codeOfUnavailable(NodeUnavailableException failure) {
    return failure.getNode().getOpenConnections() > 0 ? Common.REJECTED : Common.NOT_CONNECTED;
  }

  /**
   * Returns the failure code of the last request that was sent, or of the last node if no request
   * was sent.
   */
  private static FailureCode codeOfAll(Collection<List<Throwable>> errors) {
    FailureCode sent = null;
    FailureCode unsent = Common.NOT_CONNECTED;
    for (List<Throwable> ofNode : errors) {
      for (Throwable error : ofNode) {
        if (Answers.wasSent(error)) {
          sent = codeOf(error);
        } else {
          unsent = codeOf(error);
        }
      }
    }
    return sent == null ? unsent : sent;
  }

  /**
   * Creates an exception whose message says in one sentence why the target cannot be used. The
   * message never contains a password.
   */
  static IOException unusable(String hosts, Duration patience, Throwable failure) {
    for (Throwable cause : causes(failure).reversed()) {
      String message = Causes.line(cause);
      switch (cause) {
        case ConnectException e -> {
          return new IOException(hosts + " refused the connection: nothing listens there", e);
        }
        case AuthenticationException e -> {
          return new IOException(hosts + " refused the credentials: " + message, e);
        }
        case SSLException e -> {
          return new IOException(hosts + " failed the TLS handshake: " + undumped(message), e);
        }
        case UnsupportedProtocolVersionException e -> {
          return new IOException(
              hosts + " answered, but supports no CQL protocol version that this driver has", e);
        }
        case DriverTimeoutException e -> {
          return new IOException(
              hosts
                  + " accepted the connection but did not answer as Cassandra within "
                  + patience.toMillis()
                  + " ms",
              e);
        }
        case NodeUnavailableException e -> {
          return new IOException(NodeEvents.address(e.getNode()) + " has no free connection", e);
        }
        case UnauthorizedException e -> {
          return new IOException(hosts + " denies this user permission: " + message, e);
        }
        default -> {}
      }
    }
    Throwable root = causes(failure).getLast();
    return new IOException(hosts + " cannot be used as Cassandra: " + Causes.line(root), failure);
  }

  /** Returns the causes of a failure, including those on each node. */
  private static List<Throwable> causes(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    Set<Throwable> seen = new java.util.HashSet<>();
    collect(failure, causes, seen);
    return causes;
  }

  private static void collect(
      @Nullable Throwable failure, List<Throwable> causes, Set<Throwable> seen) {
    if (failure == null || !seen.add(failure)) {
      return;
    }
    causes.add(failure);
    if (failure instanceof AllNodesFailedException all) {
      for (Map.Entry<?, List<Throwable>> ofNode : all.getAllErrors().entrySet()) {
        ofNode.getValue().forEach(error -> collect(error, causes, seen));
      }
    }
    for (Throwable suppressed : failure.getSuppressed()) {
      collect(suppressed, causes, seen);
    }
    collect(failure.getCause(), causes, seen);
  }

  /** Removes the hexadecimal dump that Netty appends to the message if an answer is not TLS. */
  private static String undumped(String message) {
    return message.replaceFirst(": \\p{XDigit}{10,}$", "");
  }

  static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }
}
