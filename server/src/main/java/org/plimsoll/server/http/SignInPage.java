package org.plimsoll.server.http;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

/** The login page of an external issuer: the browser is sent there and returns authenticated. */
public interface SignInPage {
  /** The host name of the issuer, for display. */
  String host();

  /**
   * Starts a login: returns the issuer's URL, and sets a cookie that identifies the browser when it
   * returns.
   *
   * @param to the path of the page to return to
   */
  String leave(Context request, @Nullable String to);

  /** Ends a login when the browser returns; sets the session cookie if it succeeded. */
  Return comeBack(Context request);

  /**
   * The result of a login.
   *
   * @param to the path of the page to redirect to, with the code of a failure in its query
   * @param caller the logged-in caller; null when the login failed
   * @param problem the reason of the failure; null when the login succeeded
   */
  record Return(String to, @Nullable Caller caller, @Nullable Problem problem) {}
}
