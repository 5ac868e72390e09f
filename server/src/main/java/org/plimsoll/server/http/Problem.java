package org.plimsoll.server.http;

import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.folder.ResultJson;

/**
 * A failed request as a problem document (RFC 9457), with one sentence for the user. For a value
 * that is not allowed, it has the field, the value and the allowed values.
 */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int TOO_MANY = 429;
  private static final String RETRY_AFTER = "Retry-After";

  private final int status;
  private final String title;
  private final transient List<FieldError> errors;

  /** The error of one field. */
  public record FieldError(String field, String value, String allowed, String detail) {}

  private Problem(int status, String title, String detail, List<FieldError> errors) {
    super(detail);
    this.status = status;
    this.title = title;
    this.errors = List.copyOf(errors);
  }

  public static Problem badRequest(String detail) {
    return new Problem(400, "Bad request", detail, List.of());
  }

  public static Problem unauthorized(String detail) {
    return new Problem(401, "Not logged in", detail, List.of());
  }

  public static Problem forbidden(String detail) {
    return new Problem(403, "Not allowed", detail, List.of());
  }

  public static Problem notFound(String detail) {
    return new Problem(404, "Not found", detail, List.of());
  }

  public static Problem conflict(String detail) {
    return new Problem(409, "Conflict", detail, List.of());
  }

  /** Creates a problem with status 409, and with values that would resolve the conflict. */
  public static Problem conflict(String detail, List<FieldError> errors) {
    return new Problem(409, "Conflict", detail, errors);
  }

  public static Problem tooLarge(String detail) {
    return new Problem(413, "Too large", detail, List.of());
  }

  /** Creates a problem with status 422 for a body with values that are not allowed. */
  public static Problem invalid(String detail, List<FieldError> errors) {
    return new Problem(422, "Not allowed", detail, errors);
  }

  /** Creates a problem with status 429; the response says when to retry. */
  public static Problem tooMany(String detail) {
    return new Problem(TOO_MANY, "Too many requests", detail, List.of());
  }

  /** Creates a problem with status 502 for a target that cannot be used. */
  public static Problem target(String detail) {
    return new Problem(502, "The target does not answer", detail, List.of());
  }

  static Problem unexpected() {
    return new Problem(500, "Unexpected failure", "The server failed; see its log.", List.of());
  }

  /** Creates a problem with any status. */
  public static Problem of(int status, String title, String detail) {
    return new Problem(status, title, detail, List.of());
  }

  public int status() {
    return status;
  }

  /** Returns the problem as the members of a JSON document. */
  public Map<String, Object> document() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("type", "about:blank");
    document.put("title", title);
    document.put("status", status);
    document.put("detail", getMessage());
    if (errors.size() == 1) {
      FieldError only = errors.getFirst();
      put(document, "field", only.field());
      put(document, "value", only.value());
      put(document, "allowed", only.allowed());
    }
    if (!errors.isEmpty()) {
      document.put("errors", errors);
    }
    return document;
  }

  /** Responds to a request with this problem. */
  void answer(Context request) {
    if (status == TOO_MANY && request.res().getHeader(RETRY_AFTER) == null) {
      request.header(RETRY_AFTER, "1");
    }
    request
        .status(status)
        .contentType("application/problem+json")
        .result(ResultJson.mapper().writeValueAsBytes(document()));
  }

  private static void put(Map<String, Object> document, String key, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      document.put(key, value);
    }
  }
}
