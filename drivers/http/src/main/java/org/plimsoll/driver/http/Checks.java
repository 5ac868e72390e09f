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
import org.plimsoll.api.FailureCode;

/**
 * JSON path checks of answers, by operation: {@code read=$.id; search=$.hits[?(@.score>0)]}. A path
 * has the syntax of RFC 9535, as implemented by Jayway JsonPath. It must select a value other than
 * false and null. If it can select several values, it must select at least one.
 */
record Checks(Map<String, JsonPath> paths) {
  private static final FailureCode FAILED = FailureCode.own("check-failed");
  private static final FailureCode NOT_JSON = FailureCode.own("not-json");
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

  /** Returns the failure code of a failed check, or null if the answer passes. */
  @Nullable FailureCode failureCode(String operation, byte[] body) {
    JsonPath path = paths.get(operation);
    if (path == null) {
      return null;
    }
    try {
      Object found = path.read(new String(body, StandardCharsets.UTF_8));
      return holds(path, found) ? null : FAILED;
    } catch (PathNotFoundException e) {
      return FAILED;
    } catch (InvalidJsonException | IllegalArgumentException e) {
      return NOT_JSON;
    }
  }

  private static boolean holds(JsonPath path, @Nullable Object found) {
    if (!path.isDefinite() && found instanceof Collection<?> many) {
      return !many.isEmpty();
    }
    return found != null && !Boolean.FALSE.equals(found);
  }
}
