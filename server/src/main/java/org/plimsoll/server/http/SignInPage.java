package org.plimsoll.server.http;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

/**
 * The login page of an external issuer. The browser is redirected to it and returns authenticated.
 */
public interface SignInPage {
  /** Returns the host name of the issuer, for display. */
  String host();

  /**
   * Starts a login: returns the issuer's URL, and sets a cookie that identifies the browser on its
   * return.
   *
   * @param to the path of the page to return to
   */
  String leave(Context request, @Nullable String to);

  /** Ends a login when the browser returns. Sets the session cookie if the login succeeded. */
  Return comeBack(Context request);

  /**
   * The result of a login.
   *
   * @param to the path of the page to redirect to, with the code of a failure in its query
   * @param caller logged-in caller; null if the login failed
   * @param problem reason of the failure; null if the login succeeded
   */
  record Return(String to, @Nullable Caller caller, @Nullable Problem problem) {}
}
