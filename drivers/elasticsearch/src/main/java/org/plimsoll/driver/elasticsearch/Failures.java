package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.ContentTooLongException;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.ResponseException;
import org.plimsoll.api.Outcome;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Failures as stable codes, and as sentences for the user. */
final class Failures {
  static final String REJECTED = "rejected";

  private Failures() {}

  /** The code of what the client threw. */
  static String codeOf(Throwable failure) {
    for (Throwable cause : causes(failure)) {
      String code = known(cause);
      if (code != null) {
        return code;
      }
    }
    return Outcome.codeOf(causes(failure).getLast());
  }

  /** What the client threw as a failed operation. */
  static Outcome outcome(Throwable failure) {
    return Outcome.failed(codeOf(failure), () -> messageOf(failure));
  }

  /** The reason alone where the store gave one: the client's own words begin with the request. */
  private static String messageOf(Throwable failure) {
    for (Throwable cause : causes(failure)) {
      if (cause instanceof ResponseException answer && !error(answer).isMissingNode()) {
        return status(answer) + ", " + messageOf(error(answer));
      }
    }
    return Outcome.messageOf(failure);
  }

  /** What an answer, an item of a bulk, or a shard says of an error. */
  static String messageOf(JsonNode error) {
    return errorType(error) + ": " + error.path("reason").asString("");
  }

  private static @Nullable String known(Throwable cause) {
    return switch (cause) {
      case ResponseException answer -> codeOf(status(answer), errorType(error(answer)));
      case ConnectTimeoutException _ -> "connect-timeout";
      case ConnectionRequestTimeoutException _ -> "pool-timeout";
      case ConnectException _ -> "connection-refused";
      case UnknownHostException _ -> "unknown-host";
      case SSLException _ -> "tls";
      case ContentTooLongException _ -> "answer-too-large";
      case CancellationException _ -> "closed";
      case SocketTimeoutException _ -> "timeout";
      case TimeoutException _ -> "timeout";
      case IOException _ -> "connection-lost";
      case IllegalStateException _ -> "closed";
      default -> null;
    };
  }

  /**
   * The code of an answer, of an item of a bulk, or of a shard. The type says more than the status:
   * a full disk is a 429 as well, and a shard has no status.
   */
  static String codeOf(int status, String type) {
    return switch (type) {
      // Elasticsearch still has its prefix, OpenSearch has dropped it.
      case "es_rejected_execution_exception", "rejected_execution_exception" -> REJECTED;
      case "circuit_breaking_exception" -> "circuit-breaker";
      case "cluster_block_exception", "index_block_exception" -> "blocked";
      case "version_conflict_engine_exception" -> "conflict";
      case "index_not_found_exception" -> "no-index";
      case "mapper_parsing_exception", "document_parsing_exception" -> "bad-document";
      case "unavailable_shards_exception", "no_shard_available_action_exception" -> "unavailable";
      default -> codeOf(status);
    };
  }

  private static String codeOf(int status) {
    return switch (status) {
      case 400 -> "bad-request";
      case 401, 403 -> "auth";
      case 404 -> "not-found";
      case 408 -> "timeout";
      case 409 -> "conflict";
      case 413 -> "too-large";
      case 429 -> REJECTED;
      case 502, 503, 504 -> "unavailable";
      default -> status >= 500 ? "internal-error" : "error";
    };
  }

  static int status(ResponseException answer) {
    return answer.getResponse().getStatusLine().getStatusCode();
  }

  /** What the store says of an error; nothing where a proxy has answered. */
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

  /** One sentence that says why {@code where} could not be used. Never holds a secret. */
  static IOException unusable(String where, Throwable failure) {
    for (Throwable cause : causes(failure)) {
      String reason =
          switch (cause) {
            case ResponseException answer -> sentence(answer);
            case ConnectTimeoutException _ -> "did not answer in time";
            case ConnectException _ -> "refused the connection: nothing listens there";
            case UnknownHostException _ -> "cannot be reached: no such host";
            case SSLException e -> "could not agree on TLS: " + firstLine(e);
            case TimeoutException _ -> "did not answer in time";
            default -> null;
          };
      if (reason != null) {
        return new IOException(where + " " + reason, failure);
      }
    }
    Throwable root = causes(failure).getLast();
    return new IOException(
        where + " cannot be used as Elasticsearch or OpenSearch: " + firstLine(root), failure);
  }

  private static String sentence(ResponseException answer) {
    int status = status(answer);
    JsonNode error = error(answer);
    String reason = error.path("reason").asString("");
    if (status == 401) {
      return "refused the credentials, it answered 401";
    }
    if (status == 403 && reason.isEmpty()) {
      return "does not allow this user what is needed, it answered 403";
    }
    String why = reason.lines().findFirst().orElse("");
    return "answered with an error: " + status + (why.isEmpty() ? "" : ", " + why);
  }

  private static String firstLine(Throwable failure) {
    String message = failure.getMessage();
    return message == null
        ? Outcome.codeOf(failure)
        : message.lines().findFirst().orElse(Outcome.codeOf(failure));
  }

  private static List<Throwable> causes(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable t = failure; t != null && causes.size() < 16; t = t.getCause()) {
      causes.add(t);
    }
    return causes;
  }
}
