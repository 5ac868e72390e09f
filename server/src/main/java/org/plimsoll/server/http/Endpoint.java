package org.plimsoll.server.http;

import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table from which routes, permissions and the OpenAPI document follow.
 *
 * @param path below {@code /api/v1}, with names in braces
 * @param needs the least role that may call it
 * @param summary one sentence
 * @param query what may stand behind the question mark
 * @param body JSON Schema of the body; null where there is none
 * @param answers JSON Schema of the answer by its status
 */
public record Endpoint(
    HandlerType method,
    String path,
    Role needs,
    String summary,
    List<QueryParameter> query,
    @Nullable Map<String, Object> body,
    Map<Integer, Map<String, Object>> answers,
    Handler handler) {
  /** The path of every endpoint but {@link #METRICS} starts with this. */
  public static final String BASE = "/api/v1";

  /** Where Prometheus looks. */
  public static final String METRICS = "/metrics";

  public Endpoint {
    query = List.copyOf(query);
    answers = Map.copyOf(answers);
  }

  /**
   * A parameter of the query.
   *
   * @param schema JSON Schema of its text
   */
  public record QueryParameter(String name, String description, Map<String, Object> schema) {}

  /** Reads something. */
  public static Endpoint get(String path, String summary, Handler handler) {
    return new Endpoint(
        HandlerType.GET, path, Role.VIEWER, summary, List.of(), null, Map.of(), handler);
  }

  public static Endpoint post(String path, String summary, Handler handler) {
    return new Endpoint(
        HandlerType.POST, path, Role.OPERATOR, summary, List.of(), null, Map.of(), handler);
  }

  public static Endpoint patch(String path, String summary, Handler handler) {
    return new Endpoint(
        HandlerType.PATCH, path, Role.OPERATOR, summary, List.of(), null, Map.of(), handler);
  }

  public static Endpoint delete(String path, String summary, Handler handler) {
    return new Endpoint(
        HandlerType.DELETE, path, Role.OPERATOR, summary, List.of(), null, Map.of(), handler);
  }

  /** The same for another role. */
  public Endpoint needs(Role other) {
    return new Endpoint(method, path, other, summary, query, body, answers, handler);
  }

  /** The same with parameters of the query. */
  public Endpoint query(QueryParameter... parameters) {
    return new Endpoint(method, path, needs, summary, List.of(parameters), body, answers, handler);
  }

  /** The same with a body. */
  public Endpoint body(Map<String, Object> schema) {
    return new Endpoint(method, path, needs, summary, query, schema, answers, handler);
  }

  /** The same with what it answers when all is well. */
  public Endpoint answers(int status, Map<String, Object> schema) {
    return new Endpoint(method, path, needs, summary, query, body, Map.of(status, schema), handler);
  }

  /** The media types that its body may have. */
  public List<String> bodyTypes() {
    return method.equals(HandlerType.POST) && path.equals("/runs")
        ? List.of("application/json", "application/yaml")
        : List.of("application/json");
  }

  /** Where it is: below {@value #BASE}, but for what others than us have named. */
  public String address() {
    return path.equals(METRICS) ? path : BASE + path;
  }

  /** Whether it changes anything. */
  public boolean changes() {
    return !method.equals(HandlerType.GET);
  }
}
