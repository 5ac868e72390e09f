package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.io.StreamCorruptedException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
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

/** Converts failures to stable codes, those of {@code elasticsearch}, and to messages. */
final class Failures {
  private static final String HTTP_PORT = ": is it the port of HTTP? The transport's is 9300";

  private Failures() {}

  /** The code of an exception of the client, or of one that the server has sent. */
  static FailureCode codeOf(Throwable failure) {
    return FailureCode.of(failure, Failures::known);
  }

  /** The outcome for such an exception. */
  static Outcome outcome(Throwable failure) {
    return Outcome.failed(codeOf(failure), () -> messageOf(failure));
  }

  /** The server's status, type and reason, as {@code elasticsearch} has them. */
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

  /** The exception behind those that only wrap it. */
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

  /** Exceptions that only wrap another one have no code here, since their cause has one. */
  private static @Nullable FailureCode known(Throwable cause) {
    return switch (cause) {
      case SearchPhaseExecutionException search when reason(search) != search ->
          codeOf(reason(search));
      case NodeDisconnectedException _ -> Common.CONNECTION_LOST;
      case NodeNotConnectedException _ -> Common.NOT_CONNECTED;
      case NoNodeAvailableException e -> e.getCause() == null ? Common.NOT_CONNECTED : null;
      case ReceiveTimeoutTransportException _ -> Common.TIMEOUT;
      case TransportSerializationException _ -> Common.BAD_ANSWER;
      case ActionRequestValidationException _ -> FailureCode.own("bad-request"); // not sent
      case ConnectTransportException e -> connecting(e);
      case TransportException e -> e.getCause() == null ? Common.CONNECTION_LOST : null;
      case ElasticsearchWrapperException _ -> null;
      case ElasticsearchException e ->
          codeOf(e.status().getStatus(), ElasticsearchException.getExceptionName(e));
      default -> null;
    };
  }

  private static @Nullable FailureCode connecting(ConnectTransportException failure) {
    if (String.valueOf(failure.getMessage()).contains("timeout")) {
      return Common.CONNECT_TIMEOUT;
    }
    return failure.getCause() == null ? Common.CONNECTION_LOST : null;
  }

  /** The code of an exception of the server. The type is more specific than the status. */
  private static FailureCode codeOf(int status, String type) {
    return switch (type) {
      case "es_rejected_execution_exception", "rejected_execution_exception" -> Common.REJECTED;
      case "circuit_breaking_exception" -> FailureCode.own("circuit-breaker");
      case "cluster_block_exception", "index_block_exception" -> FailureCode.own("blocked");
      case "version_conflict_engine_exception" -> Common.CONFLICT;
      case "index_not_found_exception" -> FailureCode.own("no-index");
      case "mapper_parsing_exception" -> FailureCode.own("bad-document");
      case "unavailable_shards_exception",
          "no_shard_available_action_exception",
          "node_closed_exception" ->
          Common.UNAVAILABLE;
      default -> codeOf(status);
    };
  }

  private static FailureCode codeOf(int status) {
    return switch (status) {
      case 400 -> FailureCode.own("bad-request");
      case 401, 403 -> Common.AUTH;
      case 404 -> FailureCode.own("not-found");
      case 408 -> Common.TIMEOUT;
      case 409 -> Common.CONFLICT;
      case 413 -> Common.TOO_LARGE;
      case 429 -> Common.REJECTED;
      case 502, 503, 504 -> Common.UNAVAILABLE;
      default -> status >= 500 ? Common.INTERNAL_ERROR : Common.ERROR;
    };
  }

  /** Whether the server says that the failure has this type. */
  static boolean isType(Throwable failure, String type) {
    return ElasticsearchException.getExceptionName(reason(failure)).equals(type);
  }

  /** One sentence that says why {@code where} cannot be used. Never contains a secret. */
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
      case StreamCorruptedException _ -> "does not speak the transport protocol" + HTTP_PORT;
      case ConnectTransportException e when isHandshake(e) ->
          "did not answer the transport protocol's handshake in time" + HTTP_PORT;
      case NodeDisconnectedException _ ->
          "closed the connection: does it expect TLS, or another version of the protocol?";
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
