package org.plimsoll.driver.http;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Headers of all requests: {@code Name: value; Name: value}, with placeholders in the values. */
record Headers(List<Header> headers) {
  static final String ALLOWED = "headers such as Accept: application/json; X-Tenant: t{number}";
  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  record Header(String name, Template value) {}

  static Map<String, String> parse(String text) {
    Map<String, String> pairs = RequestLine.pairs(text, ':');
    pairs.forEach((name, value) -> {
      if (!NAME.matcher(name).matches() || value.chars().anyMatch(c -> c < ' ')) {
        throw new IllegalArgumentException("must be " + ALLOWED);
      }
    });
    return pairs;
  }

  static Headers of(Map<String, String> pairs, List<String> fieldNames) {
    return new Headers(
        pairs.entrySet().stream()
            .map(pair ->
                new Header(pair.getKey(), Template.parse(pair.getValue(), false, fieldNames)))
            .toList());
  }
}
