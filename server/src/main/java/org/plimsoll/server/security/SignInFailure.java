package org.plimsoll.server.security;

import org.plimsoll.server.http.Problem;

/** Why somebody who was at the issuer's sign-in page is not signed in. */
enum SignInFailure {
  DENIED("denied", 403, "%s did not say who you are: the sign-in was refused or given up."),
  EXPIRED("expired", 400, "This sign-in took too long, or was used already; begin it again."),
  REJECTED("rejected", 400, "%s does not take this sign-in any more; begin it again."),
  ELSEWHERE("elsewhere", 400, "This sign-in was not begun in this browser; begin it again."),
  NO_ROLE("no-role", 403, "%s knows you, but gives you no role here: viewer, operator or admin."),
  UNREACHABLE("unreachable", 503, "%s does not answer; try again in a while."),
  UNTRUSTED("untrusted", 502, "What %s says of you cannot be verified, so you are not signed in."),
  NO_CLIENT("no-client", 502, "%s refuses this server as its client; the server's log says why."),
  LOCKED("locked", 429, "Too many sign-ins from your address went wrong; wait a minute.");

  private final String word;
  private final int status;
  private final String sentence;

  SignInFailure(String word, int status, String sentence) {
    this.word = word;
    this.status = status;
    this.sentence = sentence;
  }

  /** As it stands in the address of the page, which knows a sentence for each. */
  String word() {
    return word;
  }

  /** The same as a problem document. */
  Problem problem(String host) {
    return Problem.of(status, "Not signed in", sentence.formatted(host));
  }

  /** Thrown where it is found; the message is for the log, and has no secret. */
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
