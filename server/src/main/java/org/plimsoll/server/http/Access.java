package org.plimsoll.server.http;

import io.javalin.http.Context;
import java.util.Optional;

/** Authenticates the caller of a request. */
public interface Access {
  /** The kind of authentication: {@code none}, {@code token} or {@code oidc}. */
  String kind();

  /** Whether users can log in with a token. */
  default boolean takesTokens() {
    return false;
  }

  /** The login page of an issuer; empty when there is none. */
  default Optional<SignInPage> page() {
    return Optional.empty();
  }

  /**
   * The caller of a request, with the role {@link Role#ANYBODY} when not authenticated.
   *
   * @throws Problem when the request has an invalid token
   */
  Caller caller(Context request);

  /**
   * Logs the caller in and sets a session cookie on the answer.
   *
   * @throws Problem when the token is invalid
   */
  default Caller signIn(Context request, String token) {
    return caller(request);
  }

  /** Whether all callers have read-only access. */
  default boolean isReadOnly() {
    return false;
  }

  /** Ends the caller's session. */
  default void signOut(Context request) {}

  /** Access without authentication: every caller is an admin. For use on loopback. */
  static Access open() {
    return new Access() {
      @Override
      public String kind() {
        return "none";
      }

      @Override
      public Caller caller(Context request) {
        return new Caller("local user", Role.ADMIN);
      }
    };
  }

  /** Wraps an access so that all callers have at most the role {@link Role#VIEWER}. */
  static Access readOnly(Access access) {
    return new Access() {
      @Override
      public boolean isReadOnly() {
        return true;
      }

      @Override
      public String kind() {
        return access.kind();
      }

      @Override
      public boolean takesTokens() {
        return access.takesTokens();
      }

      @Override
      public Optional<SignInPage> page() {
        return access.page();
      }

      @Override
      public Caller caller(Context request) {
        return reading(access.caller(request));
      }

      @Override
      public Caller signIn(Context request, String token) {
        return reading(access.signIn(request, token));
      }

      @Override
      public void signOut(Context request) {
        access.signOut(request);
      }

      private Caller reading(Caller caller) {
        return caller.role().covers(Role.VIEWER) ? new Caller(caller.name(), Role.VIEWER) : caller;
      }
    };
  }
}
