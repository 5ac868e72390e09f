package org.plimsoll.engine.parameter;

import java.util.ArrayList;
import java.util.List;

/**
 * A word, with arguments or without: {@code poisson}, {@code ramp(1k, 10k, 5m)}.
 *
 * @param arguments none when there are no parentheses
 */
record CallText(String name, List<String> arguments) {
  static CallText parse(String text) {
    String whole = text.strip();
    int open = whole.indexOf('(');
    if (open < 0) {
      return new CallText(whole, List.of());
    }
    if (!whole.endsWith(")")) {
      throw new IllegalArgumentException("must end with ')'");
    }
    String name = whole.substring(0, open).strip();
    String inside = whole.substring(open + 1, whole.length() - 1);
    return new CallText(name, split(inside).stream().map(String::strip).toList());
  }

  /** The parts between commas, but for commas within parentheses. */
  static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    int begin = 0;
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        parts.add(text.substring(begin, i));
        begin = i + 1;
      }
    }
    parts.add(text.substring(begin));
    return parts;
  }

  /** The name with the number of arguments: {@code ramp/3}. */
  String signature() {
    return name + "/" + arguments.size();
  }

  String argument(int index) {
    return arguments.get(index);
  }
}
