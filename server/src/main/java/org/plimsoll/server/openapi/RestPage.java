package org.plimsoll.server.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Role;
import tools.jackson.databind.JsonNode;

/** Generates the reference of the REST interface from the endpoints, as Markdown and as HTML. */
public final class RestPage {
  private final List<Endpoint> endpoints;
  private final Answers answers = Answers.read();

  public RestPage(List<Endpoint> endpoints) {
    this.endpoints = List.copyOf(endpoints);
  }

  /** Returns the reference as Markdown: {@code docs/rest.md}. */
  public String markdown() {
    StringBuilder page = new StringBuilder();
    page.append("# REST interface\n\nAll paths but `/metrics` are below `");
    page.append(Endpoint.BASE)
        .append("`. The same as OpenAPI 3.1: `")
        .append(Endpoint.BASE)
        .append("/openapi.json`,\n");
    page.append("with a reader at `").append(Endpoint.BASE).append("/docs`. ");
    page.append("Errors are problem documents (RFC 9457) with the field, its value and what\n");
    page.append("is allowed. How to log in: [security](serve-security.md). ");
    page.append("This page is generated.\n");
    bySection()
        .forEach((section, its) -> {
          page.append("\n## ").append(capitalized(section)).append("\n");
          its.forEach(endpoint -> append(page, endpoint));
        });
    page.append("\n## Answers\n\nNames and types; `?` may be null or absent.\n\n");
    answers
        .schemas()
        .properties()
        .forEach(each -> {
          String members = members(each.getValue());
          if (!members.isEmpty()) {
            page.append("- **").append(each.getKey()).append("**: ").append(members).append("\n");
          }
        });
    return page.toString();
  }

  private Map<String, List<Endpoint>> bySection() {
    Map<String, List<Endpoint>> sections = new LinkedHashMap<>();
    endpoints.forEach(endpoint ->
        sections.computeIfAbsent(OpenApi.section(endpoint), _ -> new ArrayList<>()).add(endpoint));
    return sections;
  }

  private void append(StringBuilder page, Endpoint endpoint) {
    page.append("\n### `").append(name(endpoint)).append("`\n\n");
    page.append(endpoint.summary()).append(" For: ").append(role(endpoint)).append(".\n");
    if (!endpoint.query().isEmpty() || endpoint.body() != null || !answer(endpoint).isEmpty()) {
      page.append("\n");
    }
    endpoint
        .query()
        .forEach(query ->
            page.append("- `?")
                .append(query.name())
                .append("=` ")
                .append(query.description())
                .append("\n"));
    if (endpoint.body() != null) {
      page.append("- body: ").append(body(endpoint)).append("\n");
    }
    if (!answer(endpoint).isEmpty()) {
      page.append("- answers ").append(answer(endpoint)).append("\n");
    }
  }

  private static String name(Endpoint endpoint) {
    return endpoint.method().name() + " " + endpoint.path();
  }

  private static String role(Endpoint endpoint) {
    return endpoint.needs() == Role.ANYBODY ? "everybody" : endpoint.needs().text();
  }

  private static String body(Endpoint endpoint) {
    Map<String, Object> body = endpoint.body() == null ? Map.of() : endpoint.body();
    if (endpoint.path().equals("/runs")) {
      return "a [spec](parameters.md) as JSON or YAML, with `tags` and `notes`";
    }
    if (body.get("properties") instanceof Map<?, ?> properties && !properties.isEmpty()) {
      return "`{"
          + String.join(", ", properties.keySet().stream().map(String::valueOf).sorted().toList())
          + "}`";
    }
    return body.get("additionalProperties") instanceof Map<?, ?>
        ? "texts by the [path of a parameter](parameters.md); null undoes a live change"
        : "`{}` or none";
  }

  private String answer(Endpoint endpoint) {
    JsonNode known = answers.of(endpoint);
    int status = endpoint.answers().keySet().stream().findFirst().orElse(200);
    if (status == 204) {
      return "204";
    }
    String what =
        known.has("type")
            ? known.path("type").asString()
            : known.has("schema") ? "**" + known.path("schema").asString() + "**" : "";
    return what.isEmpty() ? "" : status + " " + what;
  }

  private static String members(JsonNode schema) {
    List<String> members = new ArrayList<>();
    schema.path("allOf").forEach(part -> members.add(type(part)));
    schema
        .path("properties")
        .properties()
        .forEach(each -> members.add("`" + each.getKey() + "` " + type(each.getValue())));
    return String.join(", ", members);
  }

  private static String type(JsonNode schema) {
    if (schema.has("$ref")) {
      String ref = schema.path("$ref").asString();
      return ref.substring(ref.lastIndexOf('/') + 1);
    }
    if (schema.has("properties") || schema.has("allOf")) {
      return "(" + members(schema) + ")";
    }
    if (schema.has("enum") || schema.has("const")) {
      List<String> words = new ArrayList<>();
      schema.path("enum").forEach(each -> words.add(each.asString("null")));
      if (schema.has("const")) {
        words.add(schema.path("const").asString());
      }
      boolean isNull = words.remove("null") || words.remove("");
      return String.join(" \\| ", words) + (isNull ? "?" : "");
    }
    JsonNode type = schema.path("type");
    String word = type.isArray() ? type.path(0).asString() : type.asString("");
    String shown = word.equals("array") ? "[" + type(schema.path("items")) + "]" : word;
    return shown + (type.isArray() ? "?" : "");
  }

  private static String capitalized(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** Returns the reference as HTML, without scripts. It loads only its style sheet. */
  public String html() {
    StringBuilder page = new StringBuilder();
    page.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    page.append("<meta name=\"viewport\" content=\"width=device-width\">");
    page.append("<title>Plimsoll REST interface</title>");
    page.append("<link rel=\"stylesheet\" href=\"").append(Endpoint.BASE).append("/docs.css\">");
    page.append(
        "</head><body><main><h1>REST interface</h1><p>All paths but /metrics are below <code>");
    page.append(Endpoint.BASE).append("</code>. For programs: <a href=\"").append(Endpoint.BASE);
    page.append("/openapi.json\">openapi.json</a> (OpenAPI 3.1).</p>\n");
    bySection()
        .forEach((section, its) -> {
          page.append("<h2>").append(escaped(capitalized(section))).append("</h2>\n");
          its.forEach(endpoint -> appendHtml(page, endpoint));
        });
    page.append("<h2>Answers</h2>\n<p>Names and types; ? may be null or absent.</p><dl>\n");
    answers
        .schemas()
        .properties()
        .forEach(each ->
            page.append("<dt id=\"")
                .append(escaped(each.getKey()))
                .append("\">")
                .append(escaped(each.getKey()))
                .append("</dt><dd>")
                .append(code(members(each.getValue())))
                .append("</dd>\n"));
    return page.append("</dl></main></body></html>\n").toString();
  }

  private void appendHtml(StringBuilder page, Endpoint endpoint) {
    page.append("<details><summary><code><b>").append(endpoint.method().name());
    page.append("</b> ").append(escaped(endpoint.path())).append("</code> ");
    page.append(escaped(endpoint.summary())).append("</summary><p>For: ");
    page.append(role(endpoint)).append(".</p><ul>");
    endpoint
        .query()
        .forEach(query ->
            page.append("<li><code>?")
                .append(escaped(query.name()))
                .append("=</code> ")
                .append(escaped(query.description()))
                .append("</li>"));
    if (endpoint.body() != null) {
      page.append("<li>body: ").append(code(body(endpoint))).append("</li>");
    }
    page.append("<li>answers ").append(linked(answer(endpoint))).append("</li>");
    page.append("</ul></details>\n");
  }

  /** Converts inline code of Markdown to HTML, and links to their text. */
  private static String code(String markdown) {
    return escaped(markdown.replace("\\|", "|"))
        .replaceAll("\\[([^\\]]+)]\\([a-z.]+\\)", "$1")
        .replaceAll("`([^`]*)`", "<code>$1</code>");
  }

  private static String linked(String markdown) {
    return escaped(markdown).replaceAll("\\*\\*(\\w+)\\*\\*", "<a href=\"#$1\">$1</a>");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
