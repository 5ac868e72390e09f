package org.plimsoll.driver.dynamodb;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Failures as stable codes, and as sentences for the user. The store's errors are those of "Error
 * handling with DynamoDB" in its developer guide.
 */
final class Failures {
  static final String PROVISIONED_THROUGHPUT_EXCEEDED = "provisioned-throughput-exceeded";
  static final String THROTTLED = "throttled";
  static final String REQUEST_LIMIT_EXCEEDED = "request-limit-exceeded";

  /** Codes of answers with which the store turned a request away for its amount. */
  private static final Set<String> THROTTLES =
      Set.of(PROVISIONED_THROUGHPUT_EXCEEDED, THROTTLED, REQUEST_LIMIT_EXCEEDED);

  private Failures() {}

  static boolean isThrottle(String code) {
    return THROTTLES.contains(code);
  }

  /** The code of what the SDK threw. */
  static String codeOf(Throwable failure) {
    for (Throwable cause : causes(failure)) {
      String message = String.valueOf(cause.getMessage());
      String code =
          switch (cause) {
            case TransactionCanceledException canceled -> codeOfTransaction(canceled);
            case AwsServiceException service -> codeOfAnswer(service);
            case ConnectException _ -> "connection-refused";
            case UnknownHostException _ -> "unknown-host";
            case SSLException _ -> "tls";
            case CancellationException _ -> "closed";
            case TimeoutException _ ->
                message.contains("Acquire operation") ? "no-connection" : "timeout";
            case IOException _ -> "connection-lost";
            case IllegalStateException _ -> message.contains("closed") ? "closed" : null;
            case SdkClientException _ -> message.contains("credentials from any") ? "auth" : null;
            default -> null;
          };
      if (code != null) {
        return code;
      }
    }
    return Outcome.codeOf(causes(failure).getLast());
  }

  private static String codeOfAnswer(AwsServiceException answer) {
    String message = String.valueOf(answer.getMessage());
    return switch (errorCode(answer)) {
      case "ProvisionedThroughputExceededException", "ProvisionedThroughputExceeded" ->
          PROVISIONED_THROUGHPUT_EXCEEDED;
      case "ThrottlingException", "ThrottlingError", "Throttling" -> THROTTLED;
      case "RequestLimitExceeded" -> REQUEST_LIMIT_EXCEEDED;
      case "ConditionalCheckFailedException" -> "conditional-check-failed";
      case "TransactionConflictException" -> "transaction-conflict";
      case "TransactionInProgressException" -> "transaction-in-progress";
      case "ItemCollectionSizeLimitExceededException" -> "item-collection-too-large";
      case "ValidationException" ->
          message.contains("Item size") || message.contains("maximum allowed size")
              ? "item-too-large"
              : "validation";
      case "ResourceNotFoundException" -> "resource-not-found";
      case "ResourceInUseException" -> "resource-in-use";
      case "LimitExceededException" -> "limit-exceeded";
      case "AccessDeniedException",
          "UnrecognizedClientException",
          "InvalidSignatureException",
          "IncompleteSignatureException",
          "MissingAuthenticationTokenException",
          "ExpiredTokenException",
          "InvalidClientTokenId" ->
          "auth";
      case "ServiceUnavailable", "ServiceUnavailableException" -> "unavailable";
      case "InternalServerError", "InternalFailure" -> "internal-error";
      default -> answer.statusCode() >= 500 ? "internal-error" : "error";
    };
  }

  /** What the first item that stood in the way of a transaction says. */
  private static String codeOfTransaction(TransactionCanceledException canceled) {
    for (CancellationReason reason : canceled.cancellationReasons()) {
      String code = String.valueOf(reason.code());
      switch (code) {
        case "TransactionConflict" -> {
          return "transaction-conflict";
        }
        case "ConditionalCheckFailed" -> {
          return "conditional-check-failed";
        }
        case "ProvisionedThroughputExceeded" -> {
          return PROVISIONED_THROUGHPUT_EXCEEDED;
        }
        case "ThrottlingError" -> {
          return THROTTLED;
        }
        case "ItemCollectionSizeLimitExceeded" -> {
          return "item-collection-too-large";
        }
        case "ValidationError" -> {
          return "validation";
        }
        default -> {}
      }
    }
    return "transaction-canceled";
  }

  static String errorCode(AwsServiceException answer) {
    AwsErrorDetails details = answer.awsErrorDetails();
    String code = details == null ? null : details.errorCode();
    return code == null ? "" : code;
  }

  /** One sentence that says why {@code where} could not be used. Never holds a secret. */
  static IOException unusable(String where, Throwable failure) {
    List<Throwable> causes = causes(failure);
    for (Throwable cause : causes) {
      String reason = reason(cause);
      if (reason != null) {
        return new IOException(where + " " + reason, failure);
      }
    }
    return new IOException(
        where + " cannot be used as DynamoDB: " + firstLine(causes.getLast().getMessage()),
        failure);
  }

  private static @Nullable String reason(Throwable cause) {
    String message = firstLine(cause.getMessage());
    return switch (cause) {
      case AwsServiceException answer -> {
        AwsErrorDetails details = answer.awsErrorDetails();
        String said = details == null ? message : firstLine(details.errorMessage());
        yield codeOf(answer).equals("auth")
            ? "refused the credentials, it answered: " + errorCode(answer) + ": " + said
            : "answered with an error: " + errorCode(answer) + ": " + said;
      }
      case ConnectException _ -> "refused the connection: nothing listens there";
      case UnknownHostException _ -> "cannot be reached: no such host";
      case SSLException _ -> "could not agree on TLS: " + message;
      case TimeoutException _ -> "did not answer in time";
      case SdkClientException _ when message.contains("credentials from any") ->
          "needs credentials: set user and password, or profile, or what the SDK's default chain"
              + " looks at";
      default -> null;
    };
  }

  private static String firstLine(@Nullable String text) {
    String known = text == null ? "no reason given" : text;
    return known.lines().findFirst().orElse("no reason given");
  }

  private static List<Throwable> causes(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable t = failure; t != null && causes.size() < 16; t = t.getCause()) {
      causes.add(t);
    }
    return causes;
  }
}
