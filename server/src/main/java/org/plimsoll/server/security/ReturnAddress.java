package org.plimsoll.server.security;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where the page was when somebody went away to sign in: a path of ours, and never elsewhere. */
final class ReturnAddress {
  private static final int CHARACTERS_MAX = 2_000;

  /**
   * No empty segment and none that begins with a dot, so that it is no other host's for anybody.
   */
  private static final Pattern PAGE =
      Pattern.compile(
          "/(?!api\\b)(?:[A-Za-z0-9_~%-][A-Za-z0-9._~%-]*(?:/[A-Za-z0-9_~%-][A-Za-z0-9._~%-]*)*/?)?"
              + "(?:\\?[A-Za-z0-9._~%!$&'()*+,;=:@/?-]*)?");

  private ReturnAddress() {}

  /** The same if it is a page of ours, and all runs otherwise. */
  static String of(@Nullable String to) {
    return to != null && to.length() <= CHARACTERS_MAX && PAGE.matcher(to).matches() ? to : "/";
  }

  /** With a word that tells the page what went wrong. */
  static String with(String to, SignInFailure failure) {
    return to + (to.contains("?") ? "&" : "?") + "sign-in=" + failure.word();
  }
}
