package org.plimsoll.server.security;

import org.plimsoll.server.http.Problem;

/** The reasons why a sign-in at the issuer's page failed. */
enum SignInFailure {
  DENIED("denied", 403, "The sign-in with %s was refused or given up."),
  EXPIRED("expired", 400, "This sign-in has expired or was used already; start it again."),
  REJECTED("rejected", 400, "%s does not accept this sign-in any more; start it again."),
  ELSEWHERE("elsewhere", 400, "This sign-in was not started in this browser; start it again."),
  NO_ROLE("no-role", 403, "%s gives you no role here: viewer, operator or admin."),
  UNREACHABLE("unreachable", 503, "%s does not answer; try again later."),
  UNTRUSTED("untrusted", 502, "The answer of %s cannot be verified, so you are not signed in."),
  NO_CLIENT("no-client", 502, "%s refuses this server as its client; the server's log says why."),
  LOCKED("locked", 429, "Too many sign-ins from your address failed; wait a minute.");

  private final String word;
  private final int status;
  private final String sentence;

  SignInFailure(String word, int status, String sentence) {
    this.word = word;
    this.status = status;
    this.sentence = sentence;
  }

  /** The code in the address of the page, which has a sentence for each. */
  String word() {
    return word;
  }

  /** The failure as a problem document. */
  Problem problem(String host) {
    return Problem.of(status, "Not signed in", sentence.formatted(host));
  }

  /** Thrown when a sign-in fails. The message is for the log and contains no secret. */
  static final class Failed extends Exception {
    private static final long serialVersionUID = 1;

    private final SignInFailure failure;

    Failed(SignInFailure failure, String message) {
      super(message);
      this.failure = failure;
    }

    SignInFailure failure() {
      return failure;
    }
  }
}
