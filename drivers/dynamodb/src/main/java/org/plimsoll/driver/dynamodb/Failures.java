package org.plimsoll.driver.dynamodb;

import java.util.Set;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.driver.aws.AwsErrors;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Failure codes for the errors of the store, from "Error handling with DynamoDB" in its developer
 * guide.
 */
final class Failures {
  static final AwsErrors ERRORS = new AwsErrors("DynamoDB", Failures::codeOfAnswer);

  static final FailureCode PROVISIONED_THROUGHPUT_EXCEEDED =
      FailureCode.own("provisioned-throughput-exceeded");
  static final FailureCode REQUEST_LIMIT_EXCEEDED = FailureCode.own("request-limit-exceeded");

  private static final FailureCode CONDITION = FailureCode.own("conditional-check-failed");
  private static final FailureCode CONFLICT = FailureCode.own("transaction-conflict");
  private static final FailureCode COLLECTION_TOO_LARGE =
      FailureCode.own("item-collection-too-large");
  private static final FailureCode VALIDATION = FailureCode.own("validation");

  /** Failure codes of throttled requests. */
  private static final Set<FailureCode> THROTTLES =
      Set.of(PROVISIONED_THROUGHPUT_EXCEEDED, Common.THROTTLED, REQUEST_LIMIT_EXCEEDED);

  private Failures() {}

  static boolean isThrottle(FailureCode code) {
    return THROTTLES.contains(code);
  }

  private static FailureCode codeOfAnswer(AwsServiceException answer) {
    if (answer instanceof TransactionCanceledException canceled) {
      return codeOfTransaction(canceled);
    }
    String message = String.valueOf(answer.getMessage());
    return switch (AwsErrors.errorCode(answer)) {
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

  /** Returns the failure code of the first item that caused the cancellation of a transaction. */
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
}
