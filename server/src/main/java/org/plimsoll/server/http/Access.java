package org.plimsoll.server.http;

import io.javalin.http.Context;
import java.util.Optional;

/** Says who asks. */
public interface Access {
  /** The ways to sign in: {@code none}, {@code token} or {@code oidc}. */
  String kind();

  /** Whether somebody can sign in with a token. */
  default boolean takesTokens() {
    return false;
  }

  /** The page of an issuer where people can sign in, if there is one. */
  default Optional<SignInPage> page() {
    return Optional.empty();
  }

  /**
   * Who asks; somebody with the role {@link Role#ANYBODY} when that is not known.
   *
   * @throws Problem when somebody shows a token that is not good
   */
  Caller caller(Context request);

  /**
   * Gives the caller a session, whose cookie goes with the answer.
   *
   * @throws Problem when the token is not good
   */
  default Caller signIn(Context request, String token) {
    return caller(request);
  }

  /** Ends the caller's session. */
  default void signOut(Context request) {}

  /** Everybody may do everything: for who is on the same machine. */
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
}
