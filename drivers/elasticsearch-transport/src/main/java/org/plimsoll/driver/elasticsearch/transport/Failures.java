package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.io.StreamCorruptedException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchWrapperException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.action.search.ShardSearchFailure;
import org.elasticsearch.client.transport.NoNodeAvailableException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.transport.ConnectTransportException;
import org.elasticsearch.transport.NodeDisconnectedException;
import org.elasticsearch.transport.NodeNotConnectedException;
import org.elasticsearch.transport.ReceiveTimeoutTransportException;
import org.elasticsearch.transport.TransportException;
import org.elasticsearch.transport.TransportSerializationException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.driver.elastic.ServerErrors;

/**
 * Converts failures to the failure codes of the driver {@code elasticsearch}, and to user messages.
 */
final class Failures {
  private static final String HTTP_PORT = ": is this the HTTP port? The transport port is 9300";

  /** The library's message if the server closes the connection during the handshake. */
  private static final String CLOSED = "handshake failed because connection reset";

  private Failures() {}

  /**
   * Returns the failure code for an exception of the client, or for one that the server has sent.
   */
  static FailureCode codeOf(Throwable failure) {
    return FailureCode.of(failure, Failures::known);
  }

  /** Returns the outcome for an exception of the client, or for one that the server has sent. */
  static Outcome outcome(Throwable failure) {
    return Outcome.failed(codeOf(failure), () -> messageOf(failure));
  }

  /**
   * Returns the status, type and reason from the server, in the same form as the driver {@code
   * elasticsearch}.
   */
  static String messageOf(Throwable failure) {
    Throwable cause = reason(failure);
    return isServers(cause)
        ? "%d, %s: %s"
            .formatted(
                ExceptionsHelper.status(cause).getStatus(),
                ElasticsearchException.getExceptionName(cause),
                Causes.line(cause))
        : Outcome.messageOf(cause);
  }

  /** Returns the original exception, without those that only wrap it. */
  private static Throwable reason(Throwable failure) {
    Throwable cause = ExceptionsHelper.unwrapCause(failure);
    if (cause instanceof SearchPhaseExecutionException search) {
      ShardSearchFailure[] shards = search.shardFailures();
      if (shards.length > 0) {
        return ExceptionsHelper.unwrapCause(shards[0].getCause());
      }
    }
    return cause;
  }

  private static boolean isServers(Throwable cause) {
    return cause instanceof ElasticsearchException
        && !(cause instanceof TransportException)
        && !(cause instanceof NoNodeAvailableException);
  }

  /**
   * Returns the failure code for an exception, or null if it has none here. An exception that only
   * wraps another has none, because its cause has one.
   */
  private static @Nullable FailureCode known(Throwable cause) {
    return switch (cause) {
      case SearchPhaseExecutionException search when reason(search) != search ->
          codeOf(reason(search));
      case NodeDisconnectedException _ -> Common.CONNECTION_LOST;
      case NodeNotConnectedException _ -> Common.NOT_CONNECTED;
      case NoNodeAvailableException e -> e.getCause() == null ? Common.NOT_CONNECTED : null;
      case ReceiveTimeoutTransportException _ -> Common.TIMEOUT;
      case TransportSerializationException _ -> Common.BAD_ANSWER;
      // The request was not sent.
      case ActionRequestValidationException _ -> FailureCode.own("bad-request");
      case ConnectTransportException e -> connecting(e);
      case TransportException e -> e.getCause() == null ? Common.CONNECTION_LOST : null;
      case ElasticsearchWrapperException _ -> null;
      case ElasticsearchException e ->
          ServerErrors.codeOf(e.status().getStatus(), ElasticsearchException.getExceptionName(e));
      default -> null;
    };
  }

  private static @Nullable FailureCode connecting(ConnectTransportException failure) {
    if (String.valueOf(failure.getMessage()).contains("timeout")) {
      return Common.CONNECT_TIMEOUT;
    }
    return failure.getCause() == null ? Common.CONNECTION_LOST : null;
  }

  /** Whether the server says that the failure has this type. */
  static boolean isType(Throwable failure, String type) {
    return ElasticsearchException.getExceptionName(reason(failure)).equals(type);
  }

  /**
   * Creates an exception whose message says in one sentence why {@code where} cannot be used. The
   * message never contains a secret.
   */
  static IOException unusable(String where, Throwable failure) {
    RefusedAddressException refused =
        Causes.find(
            failure, cause -> cause instanceof RefusedAddressException address ? address : null);
    if (refused != null) {
      return refused;
    }
    for (Throwable cause : Causes.of(failure)) {
      String reason = sentence(cause);
      if (reason != null) {
        return new IOException(where + " " + reason, failure);
      }
    }
    return new IOException(
        where + " cannot be used as Elasticsearch: " + Outcome.sentenceOf(reason(failure)),
        failure);
  }

  private static @Nullable String sentence(Throwable cause) {
    return switch (cause) {
      case ConnectException _ -> "refused the connection: nothing listens there";
      case UnknownHostException _ -> "cannot be reached: no such host";
      case TimeoutException _, ReceiveTimeoutTransportException _ -> "did not answer in time";
      case SSLException e -> "failed the TLS handshake: " + Causes.line(e);
      case TransportException e when CLOSED.equals(e.getMessage()) ->
          "closed the connection before it answered. Set tls=true if the server requires TLS";
      case StreamCorruptedException _ -> "does not speak the transport protocol" + HTTP_PORT;
      case ConnectTransportException e when isHandshake(e) ->
          "did not answer the transport protocol's handshake in time" + HTTP_PORT;
      case NodeDisconnectedException _ ->
          "closed the connection: does it expect TLS (see the setting tls), or another version of"
              + " the protocol?";
      case ConnectTransportException e when Common.CONNECT_TIMEOUT.equals(connecting(e)) ->
          "did not answer in time";
      case ElasticsearchException e when isServers(e) && reason(e) == e -> answered(e);
      default -> null;
    };
  }

  private static boolean isHandshake(ConnectTransportException failure) {
    return String.valueOf(failure.getMessage()).contains("handshake_timeout");
  }

  private static String answered(ElasticsearchException failure) {
    RestStatus status = failure.status();
    return switch (status) {
      case UNAUTHORIZED -> "refused the credentials: status 401";
      default -> "answered with an error: " + status.getStatus() + ", " + Causes.line(failure);
    };
  }
}
