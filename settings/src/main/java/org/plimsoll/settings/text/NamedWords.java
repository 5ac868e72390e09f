package org.plimsoll.settings.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * Parses words of the form {@code name=value} in schedules and actions. Values may contain
 * parentheses.
 */
final class NamedWords {
  private static final String KEY = "schedule";

  /** The words with which an action starts. */
  static final Set<String> ACTIONS = Set.of("hook", "command", "http");

  private NamedWords() {}

  /** Parses {@code name=value} words, separated by spaces. */
  static Map<String, String> of(String text) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String word : split(text, Character::isWhitespace)) {
      int equals = word.indexOf('=');
      if (equals < 1 && texts.keySet().stream().anyMatch(ACTIONS::contains)) {
        throw Refusal.of(
            KEY,
            "must have parentheses around an action with spaces: command=(nodetool flush)",
            word);
      }
      if (equals < 1) {
        throw new InvalidSpecException(
            "schedule: must consist of words such as at=5m and rate=20k, was without '='");
      }
      String path = word.substring(0, equals);
      if (texts.put(path, word.substring(equals + 1)) != null) {
        throw Refusal.of(KEY, "must contain each path once in a change", path);
      }
    }
    return texts;
  }

  /** Splits a text at separators outside parentheses, and omits empty parts. */
  static List<String> split(String text, IntPredicate separator) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    int depth = 0;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (depth > 0 && (c == '\'' || c == '"') && text.indexOf(c, i + 1) > 0) {
        quote = c;
      } else {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      }
      if (depth <= 0 && separator.test(c)) {
        parts.add(part.toString().strip());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    parts.add(part.toString().strip());
    return parts.stream().filter(each -> !each.isEmpty()).toList();
  }
}
