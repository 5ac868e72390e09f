package org.plimsoll.server.endpoint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.fleet.cluster.ClusterSettings;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.server.http.Endpoint.QueryParameter;
import org.plimsoll.settings.SpecSchema;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON Schemas for request bodies and query parameters. */
final class Schemas {
  private Schemas() {}

  static QueryParameter query(String name, String description) {
    return new QueryParameter(name, description, Map.of("type", "string"));
  }

  static QueryParameter queryNumber(String name, String description) {
    return new QueryParameter(name, description, Map.of("type", "number", "minimum", 0));
  }

  static QueryParameter queryFlag(String name, String description) {
    return new QueryParameter(name, description, Map.of("type", "boolean"));
  }

  static Map<String, Object> object(String description) {
    return Map.of("type", "object", "description", description);
  }

  /** Returns the body that starts a run: a spec with tags and notes. */
  static Map<String, Object> spec() {
    ObjectNode schema = (ObjectNode) ResultJson.mapper().readTree(SpecSchema.json());
    ObjectNode properties = (ObjectNode) schema.get("properties");
    JsonNode labels = ResultJson.mapper().valueToTree(labels());
    labels
        .path("properties")
        .properties()
        .forEach(each -> properties.set(each.getKey(), each.getValue()));
    schema.remove("$schema");
    schema.remove("$id");
    return ResultJson.mapper().convertValue(schema, new TypeReference<>() {});
  }

  /** Returns an object of optional booleans. */
  static Map<String, Object> flags(String... names) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (String name : names) {
      properties.put(name, Map.of("type", "boolean"));
    }
    return Map.of("type", "object", "properties", properties, "additionalProperties", false);
  }

  /** Returns an object of optional booleans, each of which may be null. */
  static Map<String, Object> nullableFlags(String... names) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (String name : names) {
      properties.put(name, Map.of("type", List.of("boolean", "null")));
    }
    return Map.of("type", "object", "properties", properties, "additionalProperties", false);
  }

  /** Returns an object with one required text. */
  static Map<String, Object> text(String name, String description) {
    return Map.of(
        "type",
        "object",
        "required",
        List.of(name),
        "properties",
        Map.of(name, Map.of("type", "string", "description", description)),
        "additionalProperties",
        false);
  }

  /** Returns a body with the name of a node and the weight of its share. */
  static Map<String, Object> weight() {
    return Map.of(
        "type",
        "object",
        "required",
        List.of("node", "weight"),
        "properties",
        Map.of(
            "node",
            Map.of("type", "string", "description", "the name or the address of a node"),
            "weight",
            Map.of("type", "integer", "minimum", 1, "maximum", ClusterSettings.WEIGHT_MAX)),
        "additionalProperties",
        false);
  }

  /** Returns secrets that a run folder does not contain, by parameter. */
  static Map<String, Object> secrets() {
    return Map.of(
        "type",
        "object",
        "properties",
        Map.of(
            "secrets", Map.of("type", "object", "additionalProperties", Map.of("type", "string"))),
        "additionalProperties",
        false);
  }

  static Map<String, Object> labels() {
    return Map.of(
        "type",
        "object",
        "properties",
        Map.of(
            "tags",
            Map.of(
                "type",
                "array",
                "maxItems",
                20,
                "items",
                Map.of("type", "string", "minLength", 1, "maxLength", 60)),
            "notes",
            Map.of("type", "string", "maxLength", 20_000)),
        "additionalProperties",
        false);
  }

  static Map<String, Object> operation() {
    return Map.of(
        "type",
        "object",
        "required",
        List.of("operation"),
        "properties",
        Map.of(
            "operation",
            Map.of("type", "string"),
            "key",
            Map.of("type", List.of("string", "integer"), "description", "number of a key"),
            "keyText",
            Map.of("type", "string", "description", "name of a key"),
            "fields",
            Map.of("type", "object", "additionalProperties", Map.of("type", "string"))),
        "additionalProperties",
        false);
  }

  /** Returns a scheduled change ({@code set}) or a scheduled action. */
  static Map<String, Object> schedule() {
    Map<String, Object> text = Map.of("type", "string");
    Map<String, Object> properties = actions();
    properties.putAll(Map.of("at", text, "in", text, "every", text, "set", texts()));
    return Map.of("type", "object", "properties", properties, "additionalProperties", false);
  }

  static Map<String, Object> action() {
    return Map.of("type", "object", "properties", actions(), "additionalProperties", false);
  }

  private static Map<String, Object> actions() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(
        "hook",
        Map.of(
            "type",
            "string",
            "description",
            "hook with its argument, such as flush or add-column(note text)"));
    properties.put(
        "command",
        Map.of(
            "type",
            List.of("string", "array"),
            "items",
            Map.of("type", "string"),
            "description",
            "a program and its arguments; no shell reads them"));
    properties.put(
        "http",
        Map.of(
            "type",
            "string",
            "description",
            "request such as POST http://127.0.0.1:9200/_refresh"));
    properties.put(
        "timeout",
        Map.of("type", "string", "description", "timeout of the action (10m), at most 7d"));
    return properties;
  }

  /** Returns the argument of a hook. */
  static Map<String, Object> argument() {
    Map<String, Object> text = Map.of("type", "string");
    return Map.of(
        "type",
        "object",
        "properties",
        Map.of("argument", text, "timeout", text),
        "additionalProperties",
        false);
  }

  static Map<String, Object> note() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("text", Map.of("type", "string", "minLength", 1, "maxLength", 2_000));
    properties.put("at", Map.of("type", "string", "format", "date-time"));
    properties.put(
        "atNanos",
        Map.of(
            "type",
            "integer",
            "minimum",
            0,
            "description",
            "time since the start of the run; default: now, if the run is live and at is absent"));
    return Map.of(
        "type",
        "object",
        "required",
        List.of("text"),
        "properties",
        properties,
        "additionalProperties",
        false);
  }

  static Map<String, Object> template() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("name", Map.of("type", "string", "minLength", 1, "maxLength", 60));
    properties.put("spec", object("a spec, as in POST /runs, without secrets"));
    return Map.of(
        "type",
        "object",
        "required",
        List.of("name", "spec"),
        "properties",
        properties,
        "additionalProperties",
        false);
  }

  static Map<String, Object> comparison() {
    Map<String, Object> ids =
        Map.of("type", "array", "items", Map.of("type", "string"), "minItems", 1, "maxItems", 200);
    return Map.of(
        "type",
        "object",
        "required",
        List.of("a", "b"),
        "properties",
        Map.of(
            "a",
            ids,
            "b",
            ids,
            "allowSuspect",
            Map.of("type", "boolean"),
            "figures",
            Map.of(
                "type",
                "array",
                "items",
                Map.of("type", "string"),
                "minItems",
                1,
                "maxItems",
                50,
                "description",
                "figures that decide the verdict, such as p99 or read.p99")),
        "additionalProperties",
        false);
  }

  /** Returns an object of values by the path of their parameter. */
  static Map<String, Object> texts() {
    return Map.of(
        "type",
        "object",
        "additionalProperties",
        Map.of("type", List.of("string", "number", "boolean", "null")));
  }
}
