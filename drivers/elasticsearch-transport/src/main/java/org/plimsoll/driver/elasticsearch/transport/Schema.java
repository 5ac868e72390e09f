package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.elasticsearch.action.admin.cluster.health.ClusterHealthAction;
import org.elasticsearch.action.admin.cluster.health.ClusterHealthRequest;
import org.elasticsearch.action.admin.indices.create.CreateIndexAction;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.admin.indices.delete.DeleteIndexAction;
import org.elasticsearch.action.admin.indices.delete.DeleteIndexRequest;
import org.elasticsearch.action.admin.indices.mapping.get.GetMappingsAction;
import org.elasticsearch.action.admin.indices.mapping.get.GetMappingsRequest;
import org.elasticsearch.action.admin.indices.mapping.get.GetMappingsResponse;
import org.elasticsearch.action.admin.indices.mapping.put.PutMappingAction;
import org.elasticsearch.action.admin.indices.mapping.put.PutMappingRequest;
import org.elasticsearch.action.admin.indices.refresh.RefreshAction;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.search.SearchAction;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.cluster.metadata.MappingMetaData;
import org.elasticsearch.common.collect.ImmutableOpenMap;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.TimeValue;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.SchemaUse;
import org.plimsoll.driver.elastic.IndexSettings;

/** Creates, checks, truncates, counts and drops the index. */
final class Schema {
  private static final String ALREADY = "resource_already_exists_exception";
  private static final String MISSING = "index_not_found_exception";
  private static final TimeValue YELLOW_PATIENCE = TimeValue.timeValueSeconds(25);

  private final Admin admin;
  private final Rows rows;
  private final SettingValues settings;
  private final Removal removal;

  Schema(Admin admin, Rows rows, SettingValues settings) {
    this.admin = admin;
    this.rows = rows;
    this.settings = settings;
    removal = new Removal(admin, rows);
  }

  void create() throws IOException {
    SchemaUse use = settings.get(IndexSettings.SCHEMA);
    if (use.dropsFirst()) {
      drop();
    }
    GetMappingsResponse found = mappings();
    if (found == null && use == SchemaUse.NONE) {
      throw new IOException(
          "there is no index " + rows.index() + ", and schema=none does not create it");
    }
    if (found == null) {
      createIndex();
    } else {
      check(found, use);
    }
  }

  private @Nullable GetMappingsResponse mappings() throws IOException {
    GetMappingsRequest get = new GetMappingsRequest().indices(rows.index());
    return admin.askUnless(MISSING, GetMappingsAction.INSTANCE, get);
  }

  private void createIndex() throws IOException {
    CreateIndexRequest create =
        new CreateIndexRequest(rows.index())
            .settings(
                Settings.builder()
                    .put("number_of_shards", settings.get(IndexSettings.SHARDS))
                    .put("number_of_replicas", settings.get(IndexSettings.REPLICAS))
                    .put("refresh_interval", settings.get(IndexSettings.REFRESH_INTERVAL)))
            .mapping(rows.type(), mapping(rows.documents().types(), true));
    // Another process created it.
    var _ = admin.askUnless(ALREADY, CreateIndexAction.INSTANCE, create);
    ClusterHealthRequest yellow =
        new ClusterHealthRequest(rows.index()).waitForYellowStatus().timeout(YELLOW_PATIENCE);
    var _ = admin.ask(ClusterHealthAction.INSTANCE, yellow);
  }

  private static Map<String, Object> mapping(Map<String, String> types, boolean whole) {
    Map<String, Object> properties = new LinkedHashMap<>();
    types.forEach((field, type) -> properties.put(field, Map.of("type", type)));
    Map<String, Object> mapping = new LinkedHashMap<>();
    if (whole) {
      mapping.put("dynamic", false);
    }
    mapping.put("properties", properties);
    return mapping;
  }

  /** Checks that an existing index is compatible, and adds missing fields. */
  private void check(GetMappingsResponse found, SchemaUse use) throws IOException {
    String index = found.mappings().keysIt().next(); // The mapping of the index behind an alias.
    ImmutableOpenMap<String, MappingMetaData> types = found.mappings().get(index);
    for (var type : types) {
      if (!type.key.equals(rows.type())) {
        throw misfit("the type " + type.key, "the type " + rows.type(), "set type=" + type.key);
      }
    }
    MappingMetaData mapping = types.get(rows.type());
    Map<String, String> present = mapping == null ? Map.of() : types(mapping.sourceAsMap());
    Map<String, String> missing = new LinkedHashMap<>();
    for (Map.Entry<String, String> wanted : rows.documents().types().entrySet()) {
      String type = present.get(wanted.getKey());
      if (type == null) {
        missing.put(wanted.getKey(), wanted.getValue());
      } else if (!type.equals(wanted.getValue())) {
        throw misfit(
            "a field %s of the type %s".formatted(wanted.getKey(), type),
            wanted.getValue(),
            "use another index, or schema=recreate");
      }
    }
    if (!missing.isEmpty()) {
      add(missing, use);
    }
  }

  private IOException misfit(String found, String wanted, String remedy) {
    return new IOException(
        "the index %s has %s, where this run needs %s: %s"
            .formatted(rows.index(), found, wanted, remedy));
  }

  private void add(Map<String, String> missing, SchemaUse use) throws IOException {
    if (use == SchemaUse.NONE) {
      throw new IOException(
          "the index %s has no field %s, and schema=none does not add it"
              .formatted(rows.index(), missing.keySet().iterator().next()));
    }
    PutMappingRequest put =
        new PutMappingRequest(rows.index()).type(rows.type()).source(mapping(missing, false));
    var _ = admin.ask(PutMappingAction.INSTANCE, put);
  }

  private static Map<String, String> types(Map<String, Object> mapping) {
    Map<String, String> types = new LinkedHashMap<>();
    if (mapping.get("properties") instanceof Map<?, ?> properties) {
      properties.forEach((name, field) -> {
        if (field instanceof Map<?, ?> its) {
          Object type = its.get("type");
          types.put(String.valueOf(name), type == null ? "object" : type.toString());
        }
      });
    }
    return types;
  }

  private void drop() throws IOException {
    var _ =
        admin.askUnless(MISSING, DeleteIndexAction.INSTANCE, new DeleteIndexRequest(rows.index()));
  }

  /** Drops the index that the run has created, if {@code schema=temporary}. */
  void end() throws IOException {
    if (settings.get(IndexSettings.SCHEMA) == SchemaUse.TEMPORARY) {
      drop();
    }
  }

  void refresh() throws IOException {
    var _ = admin.askUnless(MISSING, RefreshAction.INSTANCE, new RefreshRequest(rows.index()));
  }

  /** Deletes the rows. Other documents remain. */
  void truncate() throws IOException {
    refresh();
    removal.run();
    refresh();
  }

  OptionalLong count() throws IOException {
    refresh();
    SearchRequest count =
        new SearchRequest(new String[] {rows.index()}, new SearchSourceBuilder().size(0));
    var answer = admin.askUnless(MISSING, SearchAction.INSTANCE, count);
    return OptionalLong.of(answer == null ? 0 : answer.getHits().getTotalHits());
  }
}
