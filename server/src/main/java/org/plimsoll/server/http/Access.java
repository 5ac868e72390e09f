package org.plimsoll.server.http;

import io.javalin.http.Context;
import java.util.Optional;

/** Authenticates the caller of a request. */
public interface Access {
  /** Returns the kind of authentication: {@code none}, {@code token} or {@code oidc}. */
  String kind();

  /** Whether users can log in with a token. */
  default boolean takesTokens() {
    return false;
  }

  /** Returns the login page of an issuer; empty if there is none. */
  default Optional<SignInPage> page() {
    return Optional.empty();
  }

  /**
   * Returns the caller of a request, with the role {@link Role#ANYBODY} if not authenticated.
   *
   * @throws Problem if the request has an invalid token
   */
  Caller caller(Context request);

  /**
   * Logs the caller in and sets a session cookie on the answer.
   *
   * @throws Problem if the token is invalid
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

  /**
   * Returns access without authentication, in which every caller is an admin. Only for use on
   * loopback.
   */
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

  /** Wraps an access control so that all callers have at most the role {@link Role#VIEWER}. */
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
