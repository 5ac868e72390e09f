package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.Request;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.SchemaUse;
import org.plimsoll.driver.elastic.IndexSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Creates, truncates and drops the index, or all indexes if they roll. */
final class Schema {
  /** Timeout for deleting or merging many documents. */
  private static final long LONG_PATIENCE_NANOS = TimeUnit.HOURS.toNanos(1);

  /** Priority of the index template, which is higher than that of most other templates. */
  private static final int TEMPLATE_PRIORITY = 500;

  private static final String ALREADY = "resource_already_exists_exception";
  private static final String MISSING = "index_not_found_exception";

  private final Admin admin;
  private final IndexNames names;
  private final Documents documents;
  private final SettingValues settings;

  Schema(Admin admin, IndexNames names, Documents documents, SettingValues settings) {
    this.admin = admin;
    this.names = names;
    this.documents = documents;
    this.settings = settings;
  }

  void create() throws IOException {
    SchemaUse use = settings.get(IndexSettings.SCHEMA);
    String name = names.written();
    if (use == SchemaUse.NONE) {
      if (!admin.exists("/" + name)) {
        throw new IOException("there is no index " + name + ", and schema=none does not create it");
      }
      return;
    }
    if (use != SchemaUse.CREATE) {
      drop();
    }
    if (names.rolls()) {
      createTemplate();
    }
    if (!admin.exists("/" + name)) {
      Request put = new Request("PUT", "/" + name);
      Bodies.json(put, definition().toString());
      admin.ensure(put, ALREADY); // Another process may have created it.
      var _ = admin.ask("GET", "/_cluster/health/" + name + "?wait_for_status=yellow&timeout=25s");
    }
  }

  /**
   * Creates the template for later indexes. Each of them is created when its first row is written.
   */
  private void createTemplate() throws IOException {
    ObjectNode template = JsonNodeFactory.instance.objectNode();
    template.putArray("index_patterns").add(names.all());
    template.put("priority", TEMPLATE_PRIORITY);
    template.set("template", definition());
    var _ = admin.ask("PUT", templatePath(), template);
  }

  private String templatePath() {
    return "/_index_template/plimsoll-" + names.base();
  }

  private ObjectNode definition() {
    ObjectNode definition = JsonNodeFactory.instance.objectNode();
    definition
        .putObject("settings")
        .put("number_of_shards", settings.get(IndexSettings.SHARDS))
        .put("number_of_replicas", settings.get(IndexSettings.REPLICAS))
        .put("refresh_interval", settings.get(IndexSettings.REFRESH_INTERVAL));
    definition.set("mappings", documents.mapping());
    return definition;
  }

  /** Drops the indexes by name, because clusters may refuse to delete by pattern. */
  void drop() throws IOException {
    for (String name : indexes()) {
      admin.ensure(new Request("DELETE", "/" + name), MISSING);
    }
    if (names.rolls() && admin.exists(templatePath())) {
      var _ = admin.ask("DELETE", templatePath());
    }
  }

  /** Drops the indexes that the run has created, if {@code schema=temporary}. */
  void end() throws IOException {
    if (settings.get(IndexSettings.SCHEMA) == SchemaUse.TEMPORARY) {
      drop();
    }
  }

  /** Returns the existing indexes. */
  List<String> indexes() throws IOException {
    JsonNode found =
        admin.ask(
            "GET",
            "/" + names.all() + "/_settings/index.uuid?ignore_unavailable=true&flat_settings=true");
    List<String> indexes = new ArrayList<>();
    found.propertyNames().forEach(indexes::add);
    return indexes;
  }

  void refresh() throws IOException {
    admin.ensure(new Request("POST", "/" + names.all() + "/_refresh"), MISSING);
  }

  /** Sends a slow request for all indexes. Returns the number of shards. */
  String onAll(String path) throws IOException {
    JsonNode shards =
        admin
            .ask(new Request("POST", "/" + names.all() + "/" + path), LONG_PATIENCE_NANOS)
            .path("_shards");
    return "%d of %d shards, %d failed"
        .formatted(
            shards.path("successful").asInt(0),
            shards.path("total").asInt(0),
            shards.path("failed").asInt(0));
  }

  /** Returns the name of the index, or the names of all indexes. */
  String all() {
    return names.all();
  }

  /** Returns a path below the indexes. */
  String path(String below) {
    return "/" + names.all() + "/" + below;
  }

  /**
   * Sends a slow request.
   *
   * @param body the body; null for none
   */
  JsonNode change(String method, String path, @Nullable ObjectNode body) throws IOException {
    Request request = new Request(method, path);
    if (body != null) {
      Bodies.json(request, body.toString());
    }
    return admin.ask(request, LONG_PATIENCE_NANOS);
  }

  /** Deletes the rows. Other documents remain. */
  void truncate() throws IOException {
    refresh();
    Request delete =
        new Request(
            "POST",
            "/"
                + names.all()
                + "/_delete_by_query?conflicts=proceed&refresh=true&slices=auto"
                + "&ignore_unavailable=true");
    Bodies.json(delete, "{\"query\":{\"exists\":{\"field\":\"%s\"}}}".formatted(Documents.KEY));
    var _ = admin.ask(delete, LONG_PATIENCE_NANOS);
  }

  OptionalLong count() throws IOException {
    refresh();
    JsonNode answer = admin.ask("GET", "/" + names.all() + "/_count?ignore_unavailable=true");
    return OptionalLong.of(answer.path("count").asLong(0));
  }
}
