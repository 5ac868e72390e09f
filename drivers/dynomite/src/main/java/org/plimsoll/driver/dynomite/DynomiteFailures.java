package org.plimsoll.driver.dynomite;

import org.plimsoll.api.FailureCode;
import org.plimsoll.driver.lettuce.Failures;

/** Failure codes for the errors of Dynomite, whose texts start with their source. */
final class DynomiteFailures {
  static final FailureCode QUORUM = FailureCode.own("quorum-not-reached");
  static final FailureCode PEER = FailureCode.own("peer-down");
  static final FailureCode STORAGE = FailureCode.own("storage-down");

  private DynomiteFailures() {}

  /**
   * Returns the failure code for an error reply such as {@code ERR Peer: Peer Node is not
   * connected}.
   */
  static FailureCode codeOfAnswer(String error) {
    String text = error.startsWith("ERR ") ? error.substring("ERR ".length()) : error;
    if (text.startsWith("Peer:")) {
      return PEER;
    }
    if (text.startsWith("Storage:")) {
      return STORAGE;
    }
    if (text.startsWith("Dynomite:")) {
      return ofDynomite(text);
    }
    return Failures.codeOfAnswer(error);
  }

  private static FailureCode ofDynomite(String text) {
    if (text.contains("uorum")) {
      return QUORUM;
    }
    return text.contains("too large")
        ? FailureCode.Common.TOO_LARGE
        : FailureCode.Common.UNAVAILABLE;
  }
}
