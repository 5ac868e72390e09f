package org.plimsoll.engine.spec;

/**
 * Hides the secret parts of URLs that are shown or stored: {@code https://***@host/path?***}. User,
 * query and fragment may be secrets, so they are replaced by {@code ***}. An address without a
 * scheme is treated in the same way.
 */
public final class ShownUrl {
  private static final String HIDDEN = "***";

  private ShownUrl() {}

  /**
   * Returns the URL with {@code ***} instead of user, query and fragment; only {@code ***} if it
   * cannot be split.
   */
  public static String of(String url) {
    int rest = start(url);
    String scheme = url.substring(0, rest);
    int end = rest;
    while (end < url.length() && "?;&#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    String place = url.substring(rest, end);
    String tail = end < url.length() ? "?" + HIDDEN : "";
    boolean isAuthority = place.indexOf('/') < 0 && url.indexOf('@', end) >= 0;
    if (isAuthority || place.indexOf('(') >= 0 || place.indexOf('=') >= 0) {
      return scheme + HIDDEN; // a password with such a character, or parameters instead of a host
    }
    int at = place.lastIndexOf('@');
    return scheme + (at < 0 ? "" : HIDDEN + "@") + place.substring(at + 1) + tail;
  }

  /**
   * Returns a text in which each word that contains a URL is shown as {@link #of} shows it. Words
   * are separated by spaces. Closing parentheses and semicolons at the end of a word do not belong
   * to its URL.
   */
  public static String inText(String text) {
    StringBuilder shown = new StringBuilder();
    int from = 0;
    while (from < text.length()) {
      int to = from;
      boolean isBlank = Character.isWhitespace(text.charAt(from));
      while (to < text.length() && Character.isWhitespace(text.charAt(to)) == isBlank) {
        to++;
      }
      shown.append(word(text.substring(from, to)));
      from = to;
    }
    return shown.toString();
  }

  private static String word(String word) {
    int slashes = word.indexOf("://");
    int start = slashes;
    while (start > 0 && Character.isLetterOrDigit(word.charAt(start - 1))) {
      start--;
    }
    if (slashes < 0 || start == slashes) {
      return word;
    }
    int end = word.length();
    while (end > slashes + 3 && ");".indexOf(word.charAt(end - 1)) >= 0) {
      end--;
    }
    return word.substring(0, start) + of(word.substring(start, end)) + word.substring(end);
  }

  /** Returns where the host starts: after {@code https://} or {@code jdbc:oracle:thin:}. */
  private static int start(String url) {
    int at = 0;
    int colon;
    while ((colon = url.indexOf(':', at)) > at && isScheme(url, at, colon)) {
      boolean isLast = url.startsWith("//", colon + 1);
      if (isLast || !url.startsWith("jdbc:")) {
        return isLast ? colon + 3 : at;
      }
      at = colon + 1;
    }
    return url.startsWith("//", at) ? at + 2 : at;
  }

  private static boolean isScheme(String url, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = url.charAt(i);
      boolean isLetter = c >= 'a' && c <= 'z';
      if (!isLetter && (i == from || ((c < '0' || c > '9') && "+.-".indexOf(c) < 0))) {
        return false;
      }
    }
    return true;
  }
}
