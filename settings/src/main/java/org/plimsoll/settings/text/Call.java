package org.plimsoll.settings.text;

import java.util.List;
import org.plimsoll.api.text.CallText;

/**
 * A name with arguments, {@code name(argument, key=value)}, split but not yet interpreted. At most
 * 8 KiB long and 64 levels of parentheses deep.
 *
 * @param arguments as written; none without parentheses, one empty text in {@code name()}
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

  /** The part before the first parenthesis. */
  public static String nameOf(String text) {
    return CallText.nameOf(text);
  }

  /** The parts between separators; a separator inside parentheses does not count. */
  public static List<String> split(String text, char separator) {
    return CallText.split(text, separator);
  }
}
