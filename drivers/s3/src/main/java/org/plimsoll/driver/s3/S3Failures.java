package org.plimsoll.driver.s3;

import java.util.Set;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;
import org.plimsoll.driver.aws.AwsErrors;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * Converts errors of Amazon S3 and of compatible stores to failure codes. The errors are listed in
 * "Error responses" of the API reference of Amazon S3.
 */
final class S3Failures {
  static final AwsErrors ERRORS = new AwsErrors("S3", S3Failures::codeOfAnswer);

  private static final FailureCode BAD_CHECKSUM = FailureCode.own("bad-checksum");
  private static final FailureCode NO_BUCKET = FailureCode.own("no-such-bucket");
  private static final FailureCode WRONG_REGION = FailureCode.own("wrong-region");

  /** Errors with status 404 that do not mean that the object is missing. */
  private static final Set<String> NO_OBJECT_MEANT =
      Set.of("NoSuchBucket", "NoSuchUpload", "XAdminUserNotFound");

  private S3Failures() {}

  /**
   * Returns the outcome of a failed call. If the object of the call is missing, this is not-found.
   */
  static Outcome outcome(Throwable failure) {
    boolean missing =
        Causes.of(failure).stream()
            .anyMatch(cause -> cause instanceof AwsServiceException e && isMissing(e));
    return missing ? Outcome.notFound() : Outcome.failed(codeOf(failure), failure);
  }

  static FailureCode codeOf(Throwable failure) {
    boolean differs =
        Causes.of(failure).stream()
            .anyMatch(cause ->
                cause instanceof SdkClientException
                    && String.valueOf(cause.getMessage()).contains("different checksum"));
    return differs ? BAD_CHECKSUM : ERRORS.codeOf(failure);
  }

  private static boolean isMissing(AwsServiceException answer) {
    return answer.statusCode() == 404 && !NO_OBJECT_MEANT.contains(AwsErrors.errorCode(answer));
  }

  private static FailureCode codeOfAnswer(AwsServiceException answer) {
    return switch (AwsErrors.errorCode(answer)) {
      case "SlowDown", "SlowDownRead", "SlowDownWrite", "RequestLimitExceeded" -> Common.THROTTLED;
      case "Throttling", "ThrottlingException", "TooManyRequests" -> Common.THROTTLED;
      case "NoSuchBucket" -> NO_BUCKET;
      case "NoSuchUpload" -> FailureCode.own("no-such-upload");
      case "AccessDenied",
          "AllAccessDisabled",
          "AccountProblem",
          "InvalidAccessKeyId",
          "XAdminUserNotFound",
          "SignatureDoesNotMatch",
          "ExpiredToken",
          "InvalidToken",
          "TokenRefreshRequired",
          "RequestTimeTooSkewed" ->
          Common.AUTH;
      case "PermanentRedirect",
          "TemporaryRedirect",
          "Redirect",
          "AuthorizationHeaderMalformed",
          "IllegalLocationConstraintException" ->
          WRONG_REGION;
      case "EntityTooLarge", "MaxMessageLengthExceeded" -> Common.TOO_LARGE;
      case "EntityTooSmall" -> FailureCode.own("part-too-small");
      case "InvalidPart", "InvalidPartOrder" -> FailureCode.own("invalid-part");
      case "InvalidRange" -> FailureCode.own("invalid-range");
      case "InvalidObjectState" -> FailureCode.own("archived");
      case "PreconditionFailed" -> Common.EXISTS;
      case "ConditionalRequestConflict", "OperationAborted" -> Common.CONFLICT;
      case "BadDigest", "InvalidDigest", "XAmzContentSHA256Mismatch" -> BAD_CHECKSUM;
      case "XAmzContentChecksumMismatch" -> BAD_CHECKSUM;
      case "KeyTooLongError", "KeyTooLong" -> Common.KEY_TOO_LONG;
      case "QuotaExceeded", "XMinioStorageFull" -> FailureCode.own("storage-full");
      case "NotImplemented", "MethodNotAllowed" -> Common.UNSUPPORTED;
      case "RequestTimeout" -> Common.TIMEOUT;
      case "ServiceUnavailable" -> Common.UNAVAILABLE;
      case "InternalError" -> Common.INTERNAL_ERROR;
      default -> byStatus(answer.statusCode());
    };
  }

  /**
   * Returns the failure code for an answer without an error code, such as an answer to a HEAD
   * request.
   */
  private static FailureCode byStatus(int status) {
    return switch (status) {
      case 301, 302, 307, 308 -> WRONG_REGION;
      case 401, 403 -> Common.AUTH;
      case 412 -> Common.EXISTS;
      case 413 -> Common.TOO_LARGE;
      case 416 -> FailureCode.own("invalid-range");
      case 429 -> Common.THROTTLED;
      case 501 -> Common.UNSUPPORTED;
      case 503 -> Common.UNAVAILABLE;
      default -> status >= 500 ? Common.INTERNAL_ERROR : Common.ERROR;
    };
  }
}
