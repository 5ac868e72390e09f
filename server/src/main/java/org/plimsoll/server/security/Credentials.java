package org.plimsoll.server.security;

import java.time.Instant;
import java.util.Optional;
import org.plimsoll.server.http.Caller;

/** A way to know somebody by a token. */
public interface Credentials {
  /** Its name: {@code token} or {@code oidc}. */
  String kind();

  /** Whose token this is; empty when it is nobody's. */
  Optional<Known> whose(String token);

  /**
   * Somebody who is known.
   *
   * @param until when the token ends
   */
  record Known(Caller caller, Instant until) {}
}
