package org.plimsoll.api.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A parsed name with optional arguments: {@code poisson}, {@code ramp(1k, 10k, 5m)}.
 *
 * @param arguments the arguments; empty if there are no parentheses
 */
public record CallText(String name, List<String> arguments) {
  private static final int MAX_LENGTH = 8 << 10;
  private static final int MAX_DEPTH = 64;

  public CallText {
    arguments = List.copyOf(arguments);
  }

  /**
   * Parses a text.
   *
   * @throws IllegalArgumentException if parentheses are not closed by the last character, or if the
   *     text has more than 8 Ki characters or more than 64 nested parentheses
   */
  public static CallText parse(String text) {
    String whole = text.strip();
    if (whole.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("must be at most " + MAX_LENGTH + " characters long");
    }
    String name = nameOf(whole);
    int open = whole.indexOf('(');
    if (open < 0) {
      return new CallText(name, List.of());
    }
    if (!whole.endsWith(")")) {
      throw new IllegalArgumentException("must end with ')'");
    }
    return new CallText(name, split(whole.substring(open + 1, whole.length() - 1), ','));
  }

  /** Returns the name before the parenthesis, even if the rest is malformed. */
  public static String nameOf(String text) {
    int open = text.indexOf('(');
    return (open < 0 ? text : text.substring(0, open)).strip();
  }

  /** Returns the parts between separators, ignoring separators within parentheses. */
  public static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    int begin = 0;
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth > MAX_DEPTH) {
        throw new IllegalArgumentException(
            "must have at most " + MAX_DEPTH + " parentheses inside each other");
      }
      if (c == separator && depth <= 0) {
        parts.add(text.substring(begin, i).strip());
        begin = i + 1;
      }
    }
    parts.add(text.substring(begin).strip());
    return parts;
  }
}
