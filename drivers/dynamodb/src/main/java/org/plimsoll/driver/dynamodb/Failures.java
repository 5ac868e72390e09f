package org.plimsoll.driver.dynamodb;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Converts failures to stable codes and to messages for the user. The store's errors are from
 * "Error handling with DynamoDB" in its developer guide.
 */
final class Failures {
  static final FailureCode PROVISIONED_THROUGHPUT_EXCEEDED =
      FailureCode.own("provisioned-throughput-exceeded");
  static final FailureCode REQUEST_LIMIT_EXCEEDED = FailureCode.own("request-limit-exceeded");

  private static final FailureCode CONDITION = FailureCode.own("conditional-check-failed");
  private static final FailureCode CONFLICT = FailureCode.own("transaction-conflict");
  private static final FailureCode COLLECTION_TOO_LARGE =
      FailureCode.own("item-collection-too-large");
  private static final FailureCode VALIDATION = FailureCode.own("validation");

  /** Codes of throttled requests. */
  private static final Set<FailureCode> THROTTLES =
      Set.of(PROVISIONED_THROUGHPUT_EXCEEDED, Common.THROTTLED, REQUEST_LIMIT_EXCEEDED);

  private Failures() {}

  static boolean isThrottle(FailureCode code) {
    return THROTTLES.contains(code);
  }

  /** The code of an exception of the SDK. */
  static FailureCode codeOf(Throwable failure) {
    return FailureCode.of(failure, Failures::known);
  }

  private static @Nullable FailureCode known(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return switch (cause) {
      case TransactionCanceledException canceled -> codeOfTransaction(canceled);
      case AwsServiceException service -> codeOfAnswer(service);
      case TimeoutException _ when message.contains("Acquire operation") -> Common.POOL_TIMEOUT;
      case IllegalStateException _ -> message.contains("closed") ? Common.CLOSED : null;
      case SdkClientException _ -> message.contains("credentials from any") ? Common.AUTH : null;
      default -> null;
    };
  }

  private static FailureCode codeOfAnswer(AwsServiceException answer) {
    String message = String.valueOf(answer.getMessage());
    return switch (errorCode(answer)) {
      case "ProvisionedThroughputExceededException", "ProvisionedThroughputExceeded" ->
          PROVISIONED_THROUGHPUT_EXCEEDED;
      case "ThrottlingException", "ThrottlingError", "Throttling" -> Common.THROTTLED;
      case "RequestLimitExceeded" -> REQUEST_LIMIT_EXCEEDED;
      case "ConditionalCheckFailedException" -> CONDITION;
      case "TransactionConflictException" -> CONFLICT;
      case "TransactionInProgressException" -> FailureCode.own("transaction-in-progress");
      case "ItemCollectionSizeLimitExceededException" -> COLLECTION_TOO_LARGE;
      case "ValidationException" ->
          message.contains("Item size") || message.contains("maximum allowed size")
              ? Common.TOO_LARGE
              : VALIDATION;
      case "ResourceNotFoundException" -> FailureCode.own("resource-not-found");
      case "ResourceInUseException" -> FailureCode.own("resource-in-use");
      case "LimitExceededException" -> FailureCode.own("limit-exceeded");
      case "AccessDeniedException",
          "UnrecognizedClientException",
          "InvalidSignatureException",
          "IncompleteSignatureException",
          "MissingAuthenticationTokenException",
          "ExpiredTokenException",
          "InvalidClientTokenId" ->
          Common.AUTH;
      case "ServiceUnavailable", "ServiceUnavailableException" -> Common.UNAVAILABLE;
      case "InternalServerError", "InternalFailure" -> Common.INTERNAL_ERROR;
      default -> answer.statusCode() >= 500 ? Common.INTERNAL_ERROR : Common.ERROR;
    };
  }

  /** The code of the first item that canceled a transaction. */
  private static FailureCode codeOfTransaction(TransactionCanceledException canceled) {
    for (CancellationReason reason : canceled.cancellationReasons()) {
      String code = String.valueOf(reason.code());
      switch (code) {
        case "TransactionConflict" -> {
          return CONFLICT;
        }
        case "ConditionalCheckFailed" -> {
          return CONDITION;
        }
        case "ProvisionedThroughputExceeded" -> {
          return PROVISIONED_THROUGHPUT_EXCEEDED;
        }
        case "ThrottlingError" -> {
          return Common.THROTTLED;
        }
        case "ItemCollectionSizeLimitExceeded" -> {
          return COLLECTION_TOO_LARGE;
        }
        case "ValidationError" -> {
          return VALIDATION;
        }
        default -> {}
      }
    }
    return FailureCode.own("transaction-canceled");
  }

  static String errorCode(AwsServiceException answer) {
    AwsErrorDetails details = answer.awsErrorDetails();
    String code = details == null ? null : details.errorCode();
    return code == null ? "" : code;
  }

  /** One sentence that says why {@code where} cannot be used. Never contains a secret. */
  static IOException unusable(String where, Throwable failure) {
    List<Throwable> causes = Causes.of(failure);
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
        yield codeOf(answer) == Common.AUTH
            ? "refused the credentials: " + errorCode(answer) + ": " + said
            : "answered with an error: " + errorCode(answer) + ": " + said;
      }
      case ConnectException _ -> "refused the connection: nothing listens there";
      case UnknownHostException _ -> "cannot be reached: no such host";
      case SSLException _ -> "could not agree on TLS: " + message;
      case TimeoutException _ -> "did not answer in time";
      case IOException _ when message.startsWith("The connection was closed during the request") ->
          "closed the connection without an answer: it may speak another protocol";
      case SdkClientException _ when message.contains("credentials from any") ->
          "needs credentials: set user and password, or profile, or those of the SDK's default"
              + " chain";
      default -> null;
    };
  }

  private static String firstLine(@Nullable String text) {
    String known = text == null ? "no reason given" : text;
    return known.lines().findFirst().orElse("no reason given");
  }
}
