package org.plimsoll.server.security;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The address to return to after a login, which is always a path of this server's page. */
final class ReturnAddress {
  private static final int CHARACTERS_MAX = 2_000;

  /**
   * A path of the page. Segments are not empty and do not start with a dot, so that the path cannot
   * be read as another host.
   */
  private static final Pattern PAGE =
      Pattern.compile(
          "/(?!api\\b)(?:[A-Za-z0-9_~%-][A-Za-z0-9._~%-]*(?:/[A-Za-z0-9_~%-][A-Za-z0-9._~%-]*)*/?)?"
              + "(?:\\?[A-Za-z0-9._~%!$&'()*+,;=:@/?-]*)?");

  private ReturnAddress() {}

  /** Returns the given path if it is a path of the page, otherwise {@code /}. */
  static String of(@Nullable String to) {
    return to != null && to.length() <= CHARACTERS_MAX && PAGE.matcher(to).matches() ? to : "/";
  }

  /** Returns the path with the code of a failure in its query. */
  static String with(String to, SignInFailure failure) {
    return to + (to.contains("?") ? "&" : "?") + "sign-in=" + failure.word();
  }
}
