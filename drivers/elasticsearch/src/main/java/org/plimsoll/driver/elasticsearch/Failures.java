package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.ContentTooLongException;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.ResponseException;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Converts failures to stable codes and to messages for the user. */
final class Failures {
  private Failures() {}

  /** The code of an exception of the client. */
  static FailureCode codeOf(Throwable failure) {
    return FailureCode.of(failure, Failures::known);
  }

  /** The outcome for an exception of the client. */
  static Outcome outcome(Throwable failure) {
    return Outcome.failed(codeOf(failure), () -> messageOf(failure));
  }

  /** The store's reason, if there is one: the client's message starts with the request. */
  private static String messageOf(Throwable failure) {
    for (Throwable cause : Causes.of(failure)) {
      if (cause instanceof ResponseException answer && !error(answer).isMissingNode()) {
        return status(answer) + ", " + messageOf(error(answer));
      }
    }
    return Outcome.messageOf(failure);
  }

  /** The error of an answer, an item of a bulk, or a shard. */
  static String messageOf(JsonNode error) {
    return errorType(error) + ": " + error.path("reason").asString("");
  }

  private static @Nullable FailureCode known(Throwable cause) {
    return switch (cause) {
      case ResponseException answer -> codeOf(status(answer), errorType(error(answer)));
      case ConnectTimeoutException _ -> Common.CONNECT_TIMEOUT;
      case ConnectionRequestTimeoutException _ -> Common.POOL_TIMEOUT;
      case ContentTooLongException _ -> FailureCode.own("answer-too-large");
      case IllegalStateException _ -> Common.CLOSED;
      default -> null;
    };
  }

  /**
   * The code of an answer, an item of a bulk, or a shard. The type is more specific than the
   * status: a full disk is also a 429, and a shard does not have a status.
   */
  static FailureCode codeOf(int status, String type) {
    return switch (type) {
      // Elasticsearch has a prefix that OpenSearch has removed.
      case "es_rejected_execution_exception", "rejected_execution_exception" -> Common.REJECTED;
      case "circuit_breaking_exception" -> FailureCode.own("circuit-breaker");
      case "cluster_block_exception", "index_block_exception" -> FailureCode.own("blocked");
      case "version_conflict_engine_exception" -> Common.CONFLICT;
      case "index_not_found_exception" -> FailureCode.own("no-index");
      case "mapper_parsing_exception", "document_parsing_exception" ->
          FailureCode.own("bad-document");
      case "unavailable_shards_exception", "no_shard_available_action_exception" ->
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

  static int status(ResponseException answer) {
    return answer.getResponse().getStatusLine().getStatusCode();
  }

  /** The error in the store's answer; a missing node if a proxy answered. */
  static JsonNode error(ResponseException answer) {
    try {
      return Documents.parse(answer.getResponse()).path("error");
    } catch (IOException | JacksonException e) {
      return Documents.JSON.missingNode();
    }
  }

  static String errorType(JsonNode error) {
    return error.path("type").asString("");
  }

  /** One sentence that says why {@code where} cannot be used. Never contains a secret. */
  static IOException unusable(String where, Throwable failure) {
    for (Throwable cause : Causes.of(failure)) {
      String reason =
          switch (cause) {
            case ResponseException answer -> sentence(answer);
            case ConnectTimeoutException _ -> "did not answer in time";
            case ConnectException _ -> "refused the connection: nothing listens there";
            case UnknownHostException _ -> "cannot be reached: no such host";
            case SSLException e -> "could not agree on TLS: " + Causes.line(e);
            case TimeoutException _ -> "did not answer in time";
            default -> null;
          };
      if (reason != null) {
        return new IOException(where + " " + reason, failure);
      }
    }
    Throwable root = Causes.of(failure).getLast();
    return new IOException(
        where + " cannot be used as Elasticsearch or OpenSearch: " + Causes.line(root), failure);
  }

  private static String sentence(ResponseException answer) {
    int status = status(answer);
    JsonNode error = error(answer);
    String reason = error.path("reason").asString("");
    if (status == 401) {
      return "refused the credentials: status 401";
    }
    if (status == 403 && reason.isEmpty()) {
      return "denies this user a required permission: status 403";
    }
    String why = reason.lines().findFirst().orElse("");
    return "answered with an error: " + status + (why.isEmpty() ? "" : ", " + why);
  }
}
