package org.plimsoll.server.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Role;
import tools.jackson.databind.JsonNode;

/**
 * Generates the OpenAPI 3.1 document from a list of endpoints. The schema of a run's body is
 * derived from the settings, so it contains each new setting of the engine.
 */
final class OpenApi {
  private static final Set<String> STOP_ALL_LOAD = Set.of("/stop-all-load", "/kill");
  private static final Pattern NAME = Pattern.compile("\\{([^}]+)}");
  private static final String JSON = "application/json";
  private static final String SCHEMAS = "#/components/schemas/";

  private final List<Endpoint> endpoints;
  private final String version;
  private final Answers answers = Answers.read();

  /**
   * @param version the version of the server
   */
  public OpenApi(List<Endpoint> endpoints, String version) {
    this.endpoints = List.copyOf(endpoints);
    this.version = version;
  }

  /** Returns the document as nested maps. */
  public Map<String, Object> document() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("openapi", "3.1.0");
    document.put(
        "info",
        Map.of(
            "title",
            "Plimsoll",
            "version",
            version,
            "license",
            Map.of("name", "Apache-2.0", "identifier", "Apache-2.0"),
            "description",
            "Starts, controls and reads the runs of a data-store benchmark."
                + " Errors are problem documents (RFC 9457)."));
    document.put("servers", List.of(Map.of("url", Endpoint.BASE)));
    Map<String, Map<String, Object>> paths = new LinkedHashMap<>();
    for (Endpoint endpoint : endpoints) {
      paths
          .computeIfAbsent(endpoint.path(), _ -> new LinkedHashMap<>())
          .put(endpoint.method().name().toLowerCase(Locale.ROOT), operation(endpoint));
      if (endpoint.address().equals(endpoint.path())) {
        paths.get(endpoint.path()).put("servers", List.of(Map.of("url", "/")));
      }
    }
    document.put("paths", paths);
    Map<String, Object> components = new LinkedHashMap<>();
    components.put("schemas", answers.schemas());
    components.put("responses", Map.of("Problem", problem()));
    components.put("securitySchemes", schemes());
    document.put("components", components);
    return document;
  }

  private static Map<String, Object> schemes() {
    return Map.of(
        "token",
        Map.of("type", "http", "scheme", "bearer", "description", "a token or an issuer's JWT"),
        "session",
        Map.of(
            "type",
            "apiKey",
            "in",
            "cookie",
            "name",
            "plimsoll",
            "description",
            "set by POST /session; __Host-plimsoll over TLS"));
  }

  private static Map<String, Object> problem() {
    return Map.of(
        "description",
        "The reason of the failure.",
        "content",
        Map.of("application/problem+json", Map.of("schema", Map.of("$ref", SCHEMAS + "Problem"))));
  }

  private Map<String, Object> operation(Endpoint endpoint) {
    Map<String, Object> operation = new LinkedHashMap<>();
    operation.put("operationId", id(endpoint));
    operation.put("summary", endpoint.summary());
    operation.put("tags", List.of(section(endpoint)));
    if (endpoint.needs() == Role.ANYBODY) {
      operation.put("security", List.of());
    } else {
      operation.put("description", "Needs the role " + endpoint.needs().text() + ".");
      operation.put("security", List.of(Map.of("token", List.of()), Map.of("session", List.of())));
    }
    List<Map<String, Object>> parameters = parameters(endpoint);
    if (!parameters.isEmpty()) {
      operation.put("parameters", parameters);
    }
    Map<String, Object> body = endpoint.body();
    if (body != null) {
      Map<String, Object> content = new LinkedHashMap<>();
      endpoint.bodyTypes().forEach(type -> content.put(type, Map.of("schema", body)));
      operation.put(
          "requestBody", Map.of("required", body.containsKey("required"), "content", content));
    }
    operation.put("responses", responses(endpoint));
    return operation;
  }

  /** Returns the section of an endpoint, in most cases the first segment of its path. */
  static String section(Endpoint endpoint) {
    if (STOP_ALL_LOAD.contains(endpoint.path())) {
      return "stop all load";
    }
    String[] words = endpoint.path().split("/", -1);
    boolean isOfRun = endpoint.path().startsWith("/runs/{run}/");
    return isOfRun ? "a run" : words[1].replaceFirst("\\..*", "");
  }

  private static String id(Endpoint endpoint) {
    StringBuilder id = new StringBuilder(endpoint.method().name().toLowerCase(Locale.ROOT));
    for (String word : endpoint.path().split("[^A-Za-z0-9]+", -1)) {
      if (!word.isEmpty()) {
        id.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
      }
    }
    return id.toString();
  }

  private List<Map<String, Object>> parameters(Endpoint endpoint) {
    List<Map<String, Object>> parameters = new ArrayList<>();
    Matcher names = NAME.matcher(endpoint.path());
    while (names.find()) {
      JsonNode its = answers.path(names.group(1));
      Map<String, Object> parameter = new LinkedHashMap<>();
      parameter.put("name", names.group(1));
      parameter.put("in", "path");
      parameter.put("required", true);
      parameter.put("description", its.path("description").asString("name in the path"));
      parameter.put("schema", its.has("schema") ? its.path("schema") : Map.of("type", "string"));
      parameters.add(parameter);
    }
    for (Endpoint.QueryParameter query : endpoint.query()) {
      parameters.add(
          Map.of(
              "name",
              query.name(),
              "in",
              "query",
              "description",
              query.description(),
              "schema",
              query.schema()));
    }
    return parameters;
  }

  private Map<String, Object> responses(Endpoint endpoint) {
    JsonNode known = answers.of(endpoint);
    Map<String, Object> responses = new LinkedHashMap<>();
    int status = endpoint.answers().keySet().stream().findFirst().orElse(200);
    Map<String, Object> response = new LinkedHashMap<>();
    if (status == 204) {
      response.put("description", "Done.");
    } else if (status == 303) {
      response.put("description", "A redirect to the address in the header Location.");
      response.put(
          "headers",
          Map.of("Location", Map.of("required", true, "schema", Map.of("type", "string"))));
    } else {
      response.put("description", "The requested data.");
      Map<String, Object> content = new LinkedHashMap<>();
      if (known.has("type")) {
        content.put(known.path("type").asString(), Map.of());
      } else {
        content.put(JSON, schema(known.path("schema").asString("Anything")));
      }
      known.path("alsoTypes").forEach(type -> content.put(type.asString(), Map.of()));
      response.put("content", content);
    }
    responses.put(Integer.toString(status), response);
    known
        .path("also")
        .properties()
        .forEach(each ->
            responses.put(
                each.getKey(),
                Map.of(
                    "description",
                    "The resolved run, which is not started.",
                    "content",
                    Map.of(JSON, schema(each.getValue().asString())))));
    responses.put("default", Map.of("$ref", "#/components/responses/Problem"));
    return responses;
  }

  private static Map<String, Object> schema(String name) {
    return Map.of("schema", Map.of("$ref", SCHEMAS + name));
  }
}
