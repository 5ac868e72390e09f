package org.plimsoll.server.http;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

/** A page of somebody else where people sign in: a browser goes there, and comes back known. */
public interface SignInPage {
  /** Whose page it is, as people know it. */
  String host();

  /**
   * Where the browser goes to sign in; a cookie that knows it again goes with the answer.
   *
   * @param to the page of ours to which it returns in the end
   */
  String leave(Context request, @Nullable String to);

  /** Looks at who comes back, whose session's cookie goes with the answer if all is well. */
  Return comeBack(Context request);

  /**
   * What became of a sign-in.
   *
   * @param to the page of ours to which the browser goes, told what went wrong by a word
   * @param caller who it is; null when nobody is signed in
   * @param problem why nobody is; null when somebody is
   */
  record Return(String to, @Nullable Caller caller, @Nullable Problem problem) {}
}
