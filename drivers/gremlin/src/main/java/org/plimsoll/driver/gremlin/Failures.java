package org.plimsoll.driver.gremlin;

import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.apache.tinkerpop.gremlin.driver.exception.ConnectionException;
import org.apache.tinkerpop.gremlin.driver.exception.NoHostAvailableException;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;

/**
 * Converts failures of the client library, of a server and of JanusGraph to stable failure codes.
 */
final class Failures {
  private Failures() {}

  /**
   * Returns the outcome of a failed operation. The request counts as sent, unless the failure says
   * otherwise.
   */
  static Outcome outcome(Throwable failure) {
    Outcome outcome = Outcome.failed(codeOf(failure), failure);
    return Causes.of(failure).stream().anyMatch(NotSentException.class::isInstance)
        ? outcome.withAttempts(0)
        : outcome;
  }

  static FailureCode codeOf(Throwable failure) {
    return FailureCode.of(failure, Failures::known);
  }

  private static @Nullable FailureCode known(Throwable failure) {
    return switch (failure) {
      case ResponseException answer -> answered(answer);
      case NoHostAvailableException e ->
          Causes.root(e) instanceof SSLException ? Common.TLS : Common.NOT_CONNECTED;
      case ConnectionException e when e.getCause() == null -> Common.CONNECTION_LOST;
      default -> named(failure.getClass().getSimpleName());
    };
  }

  /**
   * Returns the failure code for the exception on the server, or else for the status of the answer.
   */
  private static FailureCode answered(ResponseException answer) {
    List<String> classes = answer.getRemoteExceptionHierarchy().orElse(List.of());
    for (String each : classes) {
      FailureCode code = named(each.substring(each.lastIndexOf('.') + 1));
      if (code != null) {
        return code;
      }
    }
    return switch (answer.getResponseStatusCode()) {
      case UNAUTHORIZED, FORBIDDEN, AUTHENTICATE -> Common.AUTH;
      case SERVER_ERROR_TIMEOUT -> FailureCode.own("evaluation-timeout");
      case SERVER_ERROR_SERIALIZATION, REQUEST_ERROR_SERIALIZATION ->
          FailureCode.own("serialization");
      case REQUEST_ERROR_MALFORMED_REQUEST, REQUEST_ERROR_INVALID_REQUEST_ARGUMENTS ->
          FailureCode.own("bad-request");
      case TOO_MANY_REQUESTS -> Common.REJECTED;
      case SERVER_ERROR_EVALUATION -> FailureCode.own("evaluation-error");
      default -> Common.ERROR;
    };
  }

  /** Returns the failure code for an exception of JanusGraph or its storage. */
  private static @Nullable FailureCode named(String exception) {
    return switch (exception) {
      case "PermanentLockingException",
          "TemporaryLockingException",
          "LockTimeoutException",
          "LockConflictException",
          "ThreadInterruptedException",
          "DeadlockException" ->
          Common.CONFLICT;
      case "SchemaViolationException" -> Common.EXISTS;
      case "TemporaryBackendException" -> FailureCode.own("backend-temporary");
      case "PermanentBackendException" -> FailureCode.own("backend-permanent");
      default -> null;
    };
  }

  /** Returns the class name of the exception on the server, or else of the client's exception. */
  static String sentence(Throwable failure) {
    Optional<ResponseException> answer =
        Causes.of(failure).stream()
            .filter(ResponseException.class::isInstance)
            .map(ResponseException.class::cast)
            .findFirst();
    return Outcome.sentenceOf(answer.<Throwable>map(each -> each).orElse(failure));
  }
}
