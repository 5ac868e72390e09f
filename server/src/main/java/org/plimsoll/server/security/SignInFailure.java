package org.plimsoll.server.security;

import org.plimsoll.server.http.Problem;

/** The reasons why a login at the issuer's page failed. */
enum SignInFailure {
  DENIED("denied", 403, "The login at %s was refused or canceled."),
  EXPIRED("expired", 400, "This login took too long or was already used. Log in again."),
  REJECTED("rejected", 400, "%s no longer accepts this login. Log in again."),
  ELSEWHERE("elsewhere", 400, "This login was not started in this browser. Log in again."),
  NO_ROLE("no-role", 403, "Your account at %s has no role here: viewer, operator or admin."),
  UNREACHABLE("unreachable", 503, "%s does not answer. Try again later."),
  UNTRUSTED("untrusted", 502, "The identity from %s cannot be verified, so you are not logged in."),
  NO_CLIENT("no-client", 502, "%s rejects this server as its client. See the server log."),
  LOCKED("locked", 429, "Too many failed logins from your address. Wait a minute.");

  private final String word;
  private final int status;
  private final String sentence;

  SignInFailure(String word, int status, String sentence) {
    this.word = word;
    this.status = status;
    this.sentence = sentence;
  }

  /** Returns the code in the page's address, for which the page has a sentence. */
  String word() {
    return word;
  }

  /** Returns the failure as a problem document. */
  Problem problem(String host) {
    return Problem.of(status, "Not logged in", sentence.formatted(host));
  }

  /** Thrown if a login fails. The message is for the log and contains no secret. */
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
