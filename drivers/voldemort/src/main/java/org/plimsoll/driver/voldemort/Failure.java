package org.plimsoll.driver.voldemort;

import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;

/**
 * Why a node has not carried out a request.
 *
 * @param code the code of the outcome
 * @param message what the server or the connection says
 * @param sent whether the request was sent
 */
record Failure(FailureCode code, Supplier<String> message, boolean sent) {
  static final FailureCode OBSOLETE_VERSION = FailureCode.own("obsolete-version");
  static final FailureCode INSUFFICIENT_NODES = FailureCode.own("insufficient-nodes");
  static final FailureCode INVALID_METADATA = FailureCode.own("invalid-metadata");
  static final FailureCode INCONSISTENT_DATA = FailureCode.own("inconsistent-data");
  static final FailureCode STORE_NOT_FOUND = FailureCode.own("store-not-found");

  /** The start of the message about an unknown store, which has no number of its own; vp3, pb0. */
  private static final Pattern NO_STORE = Pattern.compile("(No store named:|Unknown store) '.*");

  /** A failure of a request that may have been carried out. */
  static Failure of(FailureCode code, String message) {
    return new Failure(code, () -> message, true);
  }

  /** A failure of a request that was not sent. */
  static Failure unsent(FailureCode code, String message) {
    return new Failure(code, () -> message, false);
  }

  /** The failure of an answer with an error, by the numbers of Voldemort's ErrorCodeMapper. */
  static Failure answered(int number, String message) {
    FailureCode code =
        switch (number) {
          case 1 -> NO_STORE.matcher(message).matches() ? STORE_NOT_FOUND : Common.ERROR;
          case 2 -> INSUFFICIENT_NODES;
          case 4 -> OBSOLETE_VERSION;
          case 7, 15 -> Common.UNAVAILABLE;
          case 8 -> INCONSISTENT_DATA;
          case 9 -> INVALID_METADATA;
          case 10 -> Common.IO_ERROR;
          case 11, 16 -> Common.UNSUPPORTED;
          case 17 -> Common.THROTTLED;
          case 19 -> Common.AUTH;
          case 22 -> STORE_NOT_FOUND;
          default -> Common.ERROR;
        };
    return of(code, message.isBlank() ? "error " + number : message);
  }

  boolean isObsoleteVersion() {
    return code.equals(OBSOLETE_VERSION);
  }

  /** Whether another replica may answer instead. */
  boolean isOfTheNode() {
    return !isObsoleteVersion()
        && !code.equals(INSUFFICIENT_NODES)
        && !code.equals(STORE_NOT_FOUND)
        && !code.equals(Common.UNSUPPORTED)
        && !code.equals(Common.AUTH);
  }

  Outcome outcome() {
    Outcome outcome = Outcome.failed(code, message);
    return sent ? outcome : outcome.withAttempts(0);
  }
}
