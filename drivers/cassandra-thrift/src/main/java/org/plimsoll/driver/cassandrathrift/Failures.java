package org.plimsoll.driver.cassandrathrift;

import java.io.IOException;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLException;
import org.apache.cassandra.thrift.AuthenticationException;
import org.apache.cassandra.thrift.AuthorizationException;
import org.apache.cassandra.thrift.InvalidRequestException;
import org.apache.cassandra.thrift.NotFoundException;
import org.apache.cassandra.thrift.SchemaDisagreementException;
import org.apache.cassandra.thrift.TimedOutException;
import org.apache.cassandra.thrift.UnavailableException;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.transport.TTransportException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.Unusable;

/** Converts failures to the codes of the driver {@code cassandra}, and to user messages. */
final class Failures {
  private static final String NOT_LOGGED_IN = "not logged in";

  private Failures() {}

  /** Returns the outcome of an operation whose request failed. */
  static Outcome outcome(Exception failure, OperationType type) {
    return Outcome.failed(codeOf(failure, type), () -> messageOf(failure));
  }

  /** Returns the outcome of an operation that had no connection, so that nothing was sent. */
  static Outcome unsent(IOException failure) {
    FailureCode code = FailureCode.of(failure);
    return Outcome.failed(
            code == Common.ADDRESS_REFUSED ? code : Common.NOT_CONNECTED, () -> messageOf(failure))
        .withAttempts(0);
  }

  static FailureCode codeOf(Throwable failure, OperationType type) {
    return FailureCode.of(failure, cause -> known(cause, type));
  }

  private static @Nullable FailureCode known(Throwable cause, OperationType type) {
    return switch (cause) {
      case InvalidRequestException e -> isDenial(e) ? Common.AUTH : FailureCode.own("invalid");
      case UnavailableException _ -> Common.UNAVAILABLE;
      case TimedOutException _ -> timeoutOf(type);
      case AuthenticationException _, AuthorizationException _ -> Common.AUTH;
      case SchemaDisagreementException _ -> FailureCode.own("schema-disagreement");
      case TApplicationException e -> codeOf(e);
      case TProtocolException _ -> Common.BAD_ANSWER;
      case TTransportException e -> codeOf(e);
      case IndexOutOfBoundsException _, NegativeArraySizeException _ -> Common.BAD_ANSWER;
      default -> null;
    };
  }

  /**
   * Whether the server denied permission. It reports this as an invalid request, so the message
   * decides.
   */
  private static boolean isDenial(InvalidRequestException failure) {
    String why = String.valueOf(failure.getWhy());
    return why.contains(NOT_LOGGED_IN) || why.matches("(?s).*has no \\w+ permission.*");
  }

  private static FailureCode timeoutOf(OperationType type) {
    if (type.equals(OwnOperations.INSERT_IF_ABSENT)) {
      return FailureCode.own("cas-timeout");
    }
    return type.side() == OperationType.Side.READS
        ? FailureCode.own("read-timeout")
        : FailureCode.own("write-timeout");
  }

  private static FailureCode codeOf(TApplicationException failure) {
    return switch (failure.getType()) {
      case TApplicationException.INTERNAL_ERROR -> Common.INTERNAL_ERROR;
      case TApplicationException.UNKNOWN_METHOD -> Common.UNSUPPORTED;
      default -> FailureCode.own("protocol-error");
    };
  }

  private static FailureCode codeOf(TTransportException failure) {
    String message = String.valueOf(failure.getMessage());
    if (message.startsWith("Frame size")) {
      return Common.TOO_LARGE;
    }
    if (message.contains("negative frame size")) {
      return Common.BAD_ANSWER;
    }
    return switch (Causes.root(failure)) {
      case SSLException _ -> Common.TLS;
      case SocketTimeoutException _ -> Common.TIMEOUT;
      default -> Common.CONNECTION_LOST;
    };
  }

  /**
   * Whether the connection is unusable after this failure, because an answer may be pending or only
   * partly read. An exception that is declared in the Thrift interface leaves the connection
   * usable.
   */
  static boolean breaksConnection(Exception failure) {
    return switch (failure) {
      case InvalidRequestException _,
          UnavailableException _,
          TimedOutException _,
          NotFoundException _,
          AuthenticationException _,
          AuthorizationException _,
          SchemaDisagreementException _ ->
          false;
      case TApplicationException e -> e.getType() != TApplicationException.INTERNAL_ERROR;
      default -> true;
    };
  }

  /**
   * Returns the message of the server, which {@link Throwable#getMessage} of Thrift's exceptions
   * does not return.
   */
  static String messageOf(Throwable failure) {
    return switch (failure) {
      case InvalidRequestException e -> String.valueOf(e.getWhy());
      case AuthenticationException e -> String.valueOf(e.getWhy());
      case AuthorizationException e -> String.valueOf(e.getWhy());
      case UnavailableException _ ->
          "fewer replicas are alive than the consistency level needs, or they failed";
      case TimedOutException e -> timedOut(e);
      case SchemaDisagreementException _ -> "the nodes do not agree on the schema";
      case TTransportException e when e.getType() == TTransportException.END_OF_FILE ->
          "the server closed the connection";
      default -> Outcome.messageOf(failure);
    };
  }

  private static String timedOut(TimedOutException failure) {
    StringBuilder text = new StringBuilder("too few replicas answered in time");
    if (failure.isSetAcknowledged_by()) {
      text.append(", acknowledged by ").append(failure.getAcknowledged_by());
    }
    if (failure.isSetAcknowledged_by_batchlog()) {
      text.append(failure.isAcknowledged_by_batchlog() ? ", in the batch log" : ", not logged");
    }
    return text.toString();
  }

  /**
   * Creates an exception whose message says in one sentence why {@code where} cannot be used. The
   * message never contains a password.
   */
  static IOException unusable(String where, Throwable failure) {
    return Unusable.because(
        where,
        failure,
        cause ->
            switch (cause) {
              case SSLException e -> "failed the TLS handshake: " + Causes.line(e);
              case SocketTimeoutException _ -> "did not answer as Cassandra over Thrift in time";
              case AuthenticationException e -> "refused the credentials: " + e.getWhy();
              case AuthorizationException e -> "denies this user permission: " + e.getWhy();
              case InvalidRequestException e when messageOf(e).contains(NOT_LOGGED_IN) ->
                  "needs a user and a password: " + e.getWhy();
              case InvalidRequestException e when isDenial(e) ->
                  "denies this user permission: " + e.getWhy();
              default -> null;
            },
        () ->
            "cannot be used as Cassandra over Thrift: "
                + messageOf(failure).replaceAll("\\s+", " "));
  }
}
