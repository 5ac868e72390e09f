package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.opensearch.client.ResponseException;
import org.plimsoll.api.Outcome;

/** Failures as stable codes, and as sentences for the user. */
final class Failures {
  static final String REJECTED = "rejected";

  private Failures() {}

  /** The code of what the client threw. */
  static String codeOf(Throwable failure) {
    for (Throwable cause : causes(failure)) {
      String message = String.valueOf(cause.getMessage());
      String code =
          switch (cause) {
            case ResponseException answer ->
                codeOf(answer.getResponse().getStatusLine().getStatusCode(), message);
            case ConnectException _ -> "connection-refused";
            case UnknownHostException _ -> "unknown-host";
            case SSLException _ -> "tls";
            case CancellationException _ -> "closed";
            case java.net.SocketTimeoutException _ -> "timeout";
            case TimeoutException _ -> "timeout";
            case IOException _ -> "connection-lost";
            case IllegalStateException _ -> "closed";
            default -> null;
          };
      if (code != null) {
        return code;
      }
    }
    return Outcome.codeOf(causes(failure).getLast());
  }

  /**
   * The code of an answer, or of an item of a bulk.
   *
   * @param type the error's type, or a text that has it
   */
  static String codeOf(int status, String type) {
    if (status == 429 || type.contains("es_rejected_execution")) {
      return type.contains("circuit_breaking") ? "circuit-breaker" : REJECTED;
    }
    return switch (status) {
      case 400 -> "bad-request";
      case 401, 403 -> type.contains("cluster_block") ? "blocked" : "auth";
      case 404 -> type.contains("index_not_found") ? "no-index" : "not-found";
      case 408 -> "timeout";
      case 409 -> "conflict";
      case 413 -> "too-large";
      case 503 -> "unavailable";
      default -> status >= 500 ? "internal-error" : "error";
    };
  }

  /** One sentence that says why {@code where} could not be used. Never holds a secret. */
  static IOException unusable(String where, Throwable failure) {
    for (Throwable cause : causes(failure)) {
      String reason =
          switch (cause) {
            case ResponseException answer -> {
              int status = answer.getResponse().getStatusLine().getStatusCode();
              yield status == 401 || status == 403
                  ? "refused the credentials, it answered " + status
                  : "answered with an error: " + status;
            }
            case ConnectException _ -> "refused the connection: nothing listens there";
            case UnknownHostException _ -> "cannot be reached: no such host";
            case SSLException _ -> "could not agree on TLS";
            case TimeoutException _ -> "did not answer in time";
            default -> null;
          };
      if (reason != null) {
        return new IOException(where + " " + reason, failure);
      }
    }
    String message = String.valueOf(causes(failure).getLast().getMessage());
    return new IOException(
        where + " cannot be used as Elasticsearch: " + message.lines().findFirst().orElse(""),
        failure);
  }

  private static List<Throwable> causes(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable t = failure; t != null && causes.size() < 16; t = t.getCause()) {
      causes.add(t);
    }
    return causes;
  }
}
