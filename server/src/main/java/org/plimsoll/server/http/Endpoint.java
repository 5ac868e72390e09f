package org.plimsoll.server.http;

import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint of the REST interface. Routes, permissions and the OpenAPI document are derived from
 * the list of endpoints.
 *
 * @param path path relative to {@code /api/v1}, with parameters in braces
 * @param needs the lowest role that may call it
 * @param summary one sentence
 * @param query the parameters of the query
 * @param body JSON Schema of the request body; null if there is none
 * @param answers JSON Schema of the response by status
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
  /** The base path of every endpoint except {@link #METRICS}. */
  public static final String BASE = "/api/v1";

  /** The path that Prometheus scrapes by default. */
  public static final String METRICS = "/metrics";

  /** The path of the health check. */
  public static final String HEALTH = "/health";

  /** The path that aborts every run. */
  public static final String STOP_ALL_LOAD = "/stop-all-load";

  /** The deprecated path that aborts every run. */
  public static final String KILL = "/kill";

  public Endpoint {
    query = List.copyOf(query);
    answers = Map.copyOf(answers);
  }

  /**
   * A parameter of the query.
   *
   * @param schema JSON Schema of the value
   */
  public record QueryParameter(String name, String description, Map<String, Object> schema) {}

  /** Returns a GET endpoint that needs the role viewer. */
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

  /** Returns this endpoint with another required role. */
  public Endpoint needs(Role other) {
    return new Endpoint(method, path, other, summary, query, body, answers, handler);
  }

  /** Returns this endpoint with query parameters. */
  public Endpoint query(QueryParameter... parameters) {
    return new Endpoint(method, path, needs, summary, List.of(parameters), body, answers, handler);
  }

  /** Returns this endpoint with a request body. */
  public Endpoint body(Map<String, Object> schema) {
    return new Endpoint(method, path, needs, summary, query, schema, answers, handler);
  }

  /** Returns this endpoint with the status and schema of a successful response. */
  public Endpoint answers(int status, Map<String, Object> schema) {
    return new Endpoint(method, path, needs, summary, query, body, Map.of(status, schema), handler);
  }

  /** Returns this endpoint with another handler. */
  public Endpoint handledBy(Handler other) {
    return new Endpoint(method, path, needs, summary, query, body, answers, other);
  }

  /** The media types that are accepted for the request body. */
  public List<String> bodyTypes() {
    return method.equals(HandlerType.POST) && path.equals("/runs")
        ? List.of("application/json", "application/yaml")
        : List.of("application/json");
  }

  /**
   * Returns the path on the server, which starts with {@value #BASE} except for {@link #METRICS}.
   */
  public String address() {
    return path.equals(METRICS) ? path : BASE + path;
  }

  /** Whether the endpoint aborts every run. Such an endpoint has a separate request limit. */
  public boolean stopsAllLoad() {
    return path.equals(KILL) || path.equals(STOP_ALL_LOAD);
  }

  /** Whether the endpoint changes state, which is so if its method is not GET. */
  public boolean changes() {
    return !method.equals(HandlerType.GET);
  }
}
