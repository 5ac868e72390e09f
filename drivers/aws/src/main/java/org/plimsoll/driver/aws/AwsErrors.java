package org.plimsoll.driver.aws;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * Converts failures of a service and of the SDK to stable failure codes and to user messages.
 *
 * @param product name of the service, for messages
 * @param codes the failure code for each error response of the service
 */
public record AwsErrors(String product, Function<AwsServiceException, FailureCode> codes) {

  /** Returns the failure code for an exception of the SDK. */
  public FailureCode codeOf(Throwable failure) {
    return FailureCode.of(failure, this::known);
  }

  private @Nullable FailureCode known(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return switch (cause) {
      case AwsServiceException service -> codes.apply(service);
      case TimeoutException _ when message.contains("Acquire operation") -> Common.POOL_TIMEOUT;
      case IllegalStateException _ -> message.contains("closed") ? Common.CLOSED : null;
      case SdkClientException _ -> message.contains("credentials from any") ? Common.AUTH : null;
      default -> null;
    };
  }

  /** Returns the error code in a response of the service, or an empty string if there is none. */
  public static String errorCode(AwsServiceException answer) {
    AwsErrorDetails details = answer.awsErrorDetails();
    String code = details == null ? null : details.errorCode();
    return code == null ? "" : code;
  }

  /**
   * Waits for the response to a call.
   *
   * @param where the address of the service, for messages
   * @param passed service errors that the caller handles itself; they are thrown unchanged
   * @throws IOException if the call fails or times out; the message is one sentence for the user
   */
  public <T> T answer(
      CompletableFuture<T> call,
      Duration patience,
      String where,
      Predicate<AwsServiceException> passed)
      throws IOException {
    try {
      return call.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AwsServiceException error && passed.test(error)) {
        throw error;
      }
      throw unusable(where, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      call.cancel(true);
      throw new IOException(
          "%s did not answer as %s does within %d ms"
              .formatted(where, product, patience.toMillis()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + where, e);
    }
  }

  /**
   * Creates an exception whose message says in one sentence why {@code where} cannot be used. The
   * message never contains a secret.
   */
  public IOException unusable(String where, Throwable failure) {
    List<Throwable> causes = Causes.of(failure);
    for (Throwable cause : causes) {
      String reason = reason(cause);
      if (reason != null) {
        return new IOException(where + " " + reason, failure);
      }
    }
    return new IOException(
        where + " cannot be used as " + product + ": " + firstLine(causes.getLast().getMessage()),
        failure);
  }

  private @Nullable String reason(Throwable cause) {
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
      case SSLException _ -> "failed the TLS handshake: " + message;
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
