package org.plimsoll.driver.http;

import com.jayway.jsonpath.InvalidJsonException;
import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.PathNotFoundException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What must be found in answers, by operation: {@code read=$.id; search=$.hits[?(@.score>0)]}. A
 * path (RFC 9535, as Jayway JsonPath reads it) must lead to something: to a value other than false
 * and null or, where it selects many, to at least one.
 */
record Checks(Map<String, JsonPath> paths) {
  static final String ALLOWED = "JSON paths by operation such as read=$.id; search=$.hits[0]";

  static Checks parse(String text) {
    Map<String, JsonPath> paths = new LinkedHashMap<>();
    RequestLine.pairs(text, '=')
        .forEach((name, path) -> {
          try {
            paths.put(name, JsonPath.compile(path));
          } catch (InvalidPathException e) {
            throw new IllegalArgumentException("must be " + ALLOWED, e);
          }
        });
    return new Checks(paths);
  }

  boolean isOf(String operation) {
    return paths.containsKey(operation);
  }

  /** The failure code; null where the answer holds what it must. */
  @Nullable String failureCode(String operation, byte[] body) {
    JsonPath path = paths.get(operation);
    if (path == null) {
      return null;
    }
    try {
      Object found = path.read(new String(body, StandardCharsets.UTF_8));
      return holds(path, found) ? null : "check-failed";
    } catch (PathNotFoundException e) {
      return "check-failed";
    } catch (InvalidJsonException | IllegalArgumentException e) {
      return "not-json";
    }
  }

  private static boolean holds(JsonPath path, @Nullable Object found) {
    if (!path.isDefinite() && found instanceof Collection<?> many) {
      return !many.isEmpty();
    }
    return found != null && !Boolean.FALSE.equals(found);
  }
}
