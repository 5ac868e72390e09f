package org.plimsoll.server.http;

import io.javalin.http.Context;

/** Says who asks. */
public interface Access {
  /** The ways to sign in: {@code none}, {@code token} or {@code oidc}. */
  String kind();

  /** Who asks; somebody with the role {@link Role#ANYBODY} when that is not known. */
  Caller caller(Context request);

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
