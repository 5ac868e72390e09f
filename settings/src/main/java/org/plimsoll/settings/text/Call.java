package org.plimsoll.settings.text;

import java.util.List;
import org.plimsoll.api.text.CallText;

/**
 * A name with arguments, {@code name(argument, key=value)}, which is split but not yet interpreted.
 * The text has at most 8 KiB and at most 64 levels of nested parentheses.
 *
 * @param arguments arguments as written; empty without parentheses, one empty text for {@code
 *     name()}
 * @param inside the whole text between the outer parentheses
 */
public record Call(String name, List<String> arguments, String inside) {
  /**
   * Splits a text, in time linear in its length.
   *
   * @throws IllegalArgumentException if the text exceeds a limit, or opens a parenthesis and does
   *     not end with one
   */
  public static Call parse(String text) {
    CallText call = CallText.parse(text);
    String whole = text.strip();
    int open = whole.indexOf('(');
    String inside = open < 0 ? "" : whole.substring(open + 1, whole.length() - 1).strip();
    return new Call(call.name(), call.arguments(), inside);
  }

  /** Returns the part before the first parenthesis. */
  public static String nameOf(String text) {
    return CallText.nameOf(text);
  }

  /** Splits a text at a separator, except within parentheses. */
  public static List<String> split(String text, char separator) {
    return CallText.split(text, separator);
  }
}
