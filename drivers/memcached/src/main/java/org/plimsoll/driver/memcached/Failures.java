package org.plimsoll.driver.memcached;

import com.spotify.folsom.MemcacheAuthenticationException;
import com.spotify.folsom.MemcacheClosedException;
import com.spotify.folsom.MemcacheOverloadedException;
import com.spotify.folsom.MemcacheStatus;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.plimsoll.api.Outcome;

/** Memcached's, Folsom's and our own connections' errors as codes and as sentences. */
final class Failures {
  /** It was not sent. */
  static final Outcome NOT_CONNECTED = Outcome.failed("not-connected").withAttempts(0);

  static final Outcome CONNECTION_LOST = Outcome.failed("connection-lost");

  private Failures() {}

  /** The code of an answer that says neither that it was done nor that there is no such key. */
  static String codeOf(MemcacheStatus status) {
    return switch (status) {
      case KEY_EXISTS -> "exists";
      case VALUE_TOO_LARGE -> "too-large";
      case OUT_OF_MEMORY -> "out-of-memory";
      case INCR_DECR_ON_NON_NUMERIC_VALUE -> "not-a-number";
      case AUTHENTICATION_ERROR, AUTHENTICATION_CONTINUE, UNAUTHORIZED -> "auth";
      case BUSY, TEMPORARY_FAILURE -> "busy";
      case UNKNOWN_COMMAND, NOT_SUPPORTED -> "unsupported";
      default -> "error";
    };
  }

  /**
   * What a request ended with, as an outcome: no request was sent where there was no connection.
   */
  static Outcome outcome(Throwable failure) {
    return switch (cause(failure)) {
      case MetaFailure e -> e.outcome();
      case MemcacheClosedException e when "Not connected".equals(e.getMessage()) -> NOT_CONNECTED;
      case MemcacheClosedException _ -> CONNECTION_LOST;
      case MemcacheOverloadedException e -> Outcome.failed("rejected", e).withAttempts(0);
      // Folsom's reading of any CLIENT_ERROR: of the text protocol, the one for a lack of
      // credentials among them.
      case MemcacheAuthenticationException e -> Outcome.failed("client-error", e);
      case TimeoutException e -> Outcome.failed("timeout", e);
      case Throwable other -> Outcome.failed(Outcome.codeOf(other), other);
    };
  }

  /** One sentence that says why the address could not be used. Never holds a password. */
  static IOException unusable(Object address, Duration patience, Throwable failure) {
    Throwable cause = cause(failure);
    String why =
        switch (cause) {
          case ConnectException _ -> "refused the connection: nothing listens there";
          case UnknownHostException _ -> "cannot be reached: no such host";
          case SSLException e -> "could not agree on TLS: " + e.getMessage();
          case MemcacheAuthenticationException _ ->
              "refused the credentials, or speaks another protocol than the setting 'protocol'"
                  + " says";
          case MetaFailure e when "auth".equals(e.outcome().failureCode()) ->
              "refused the credentials (" + e.getMessage() + ")";
          case MetaFailure e when "unsupported".equals(e.outcome().failureCode()) ->
              "does not know the meta protocol, which Memcached speaks since 1.6: set"
                  + " protocol=text";
          case TimeoutException _, java.net.SocketTimeoutException _ ->
              "did not answer as Memcached within " + patience.toMillis() + " ms";
          default -> "cannot be used as a Memcached server: " + cause.getMessage();
        };
    return new IOException(address + " " + why, failure);
  }

  static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
