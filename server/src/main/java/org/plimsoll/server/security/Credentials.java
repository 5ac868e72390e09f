package org.plimsoll.server.security;

import java.time.Instant;
import java.util.Optional;
import org.plimsoll.server.http.Caller;

/** Authenticates callers by token. */
public interface Credentials {
  /** Returns the kind of credentials: {@code token} or {@code oidc}. */
  String kind();

  /** Returns the owner of a token; empty if the token is unknown. */
  Optional<Known> whose(String token);

  /**
   * An authenticated caller.
   *
   * @param until time at which the token expires
   */
  record Known(Caller caller, Instant until) {}
}
