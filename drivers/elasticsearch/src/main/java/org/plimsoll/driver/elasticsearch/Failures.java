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
import org.plimsoll.driver.elastic.ServerErrors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Converts failures to stable failure codes and to user messages. */
final class Failures {
  private Failures() {}

  /** Returns the failure code for an exception of the client. */
  static FailureCode codeOf(Throwable failure) {
    return FailureCode.of(failure, Failures::known);
  }

  /** Returns the outcome for an exception of the client. */
  static Outcome outcome(Throwable failure) {
    return Outcome.failed(codeOf(failure), () -> messageOf(failure));
  }

  /**
   * Returns the reason from the store, if there is one. The message of the client starts with the
   * request instead.
   */
  private static String messageOf(Throwable failure) {
    for (Throwable cause : Causes.of(failure)) {
      if (cause instanceof ResponseException answer && !error(answer).isMissingNode()) {
        return status(answer) + ", " + messageOf(error(answer));
      }
    }
    return Outcome.messageOf(failure);
  }

  /** Formats the error of an answer, an item of a bulk, or a shard. */
  static String messageOf(JsonNode error) {
    return errorType(error) + ": " + error.path("reason").asString("");
  }

  private static @Nullable FailureCode known(Throwable cause) {
    return switch (cause) {
      case ResponseException answer ->
          ServerErrors.codeOf(status(answer), errorType(error(answer)));
      case ConnectTimeoutException _ -> Common.CONNECT_TIMEOUT;
      case ConnectionRequestTimeoutException _ -> Common.POOL_TIMEOUT;
      case ContentTooLongException _ -> FailureCode.own("answer-too-large");
      case IllegalStateException _ -> Common.CLOSED;
      default -> null;
    };
  }

  static int status(ResponseException answer) {
    return answer.getResponse().getStatusLine().getStatusCode();
  }

  /** Returns the error in the answer of the store, or a missing node if a proxy answered. */
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

  /**
   * Creates an exception whose message says in one sentence why {@code where} cannot be used. The
   * message never contains a secret.
   */
  static IOException unusable(String where, Throwable failure) {
    for (Throwable cause : Causes.of(failure)) {
      String reason =
          switch (cause) {
            case ResponseException answer -> sentence(answer);
            case ConnectTimeoutException _ -> "did not answer in time";
            case ConnectException _ -> "refused the connection: nothing listens there";
            case UnknownHostException _ -> "cannot be reached: no such host";
            case SSLException e -> "failed the TLS handshake: " + Causes.line(e);
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
