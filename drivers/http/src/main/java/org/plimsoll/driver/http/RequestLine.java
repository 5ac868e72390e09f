package org.plimsoll.driver.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The request line of an operation: {@code METHOD /path}. */
record RequestLine(String method, String path) {
  static final String ALLOWED = "METHOD /path, such as GET /items/{key}";
  static final String LIST_ALLOWED =
      "requests such as search=GET /search?q={key}; order=POST /orders, each name in lower case";
  static final String OPTIONAL_ALLOWED = "METHOD /path, such as GET /health, or empty";
  private static final Pattern FORM = Pattern.compile("([A-Z]+) +(/\\S*)");
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

  static RequestLine parse(String text) {
    Matcher parts = FORM.matcher(text.strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException("must be " + ALLOWED);
    }
    return new RequestLine(parts.group(1), parts.group(2));
  }

  static Optional<RequestLine> parseOptional(String text) {
    return text.isBlank() ? Optional.empty() : Optional.of(parse(text));
  }

  /** Parses named request lines, {@code name=METHOD /path; …}. */
  static Map<String, RequestLine> parseNamed(String text) {
    Map<String, RequestLine> lines = new LinkedHashMap<>();
    pairs(text, '=')
        .forEach((name, line) -> {
          if (!NAME.matcher(name).matches()
              || List.of("read", "insert", "update", "delete").contains(name)) {
            throw new IllegalArgumentException("must be " + LIST_ALLOWED);
          }
          lines.put(name, parse(line));
        });
    return lines;
  }

  /**
   * Parses pairs of a name and a text, split at the separator. The pairs are separated by
   * semicolons.
   */
  static Map<String, String> pairs(String text, char separator) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : text.split(";", -1)) {
      if (pair.isBlank()) {
        continue;
      }
      int middle = pair.indexOf(separator);
      String name = middle < 0 ? "" : pair.substring(0, middle).strip();
      if (name.isEmpty() || pairs.put(name, pair.substring(middle + 1).strip()) != null) {
        throw new IllegalArgumentException("each name must be given once only");
      }
    }
    return pairs;
  }

  /** Whether a request with this method has a body. */
  boolean sendsBody() {
    return method.equals("PUT") || method.equals("POST") || method.equals("PATCH");
  }
}
