package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import tools.jackson.databind.JsonNode;

/** An opened index: the client that all sessions share. */
final class ElasticsearchTarget implements Client {
  private static final int SESSIONS = 64;

  private final SearchAddress address;
  private final SettingValues settings;
  private final RestClients clients;
  private final Documents documents;
  private final Commands commands;
  private final Index index;
  private final Set<ElasticsearchSession> sessions = ConcurrentHashMap.newKeySet();

  private ElasticsearchTarget(
      SearchAddress address, Documents documents, RestClients clients, DriverContext context) {
    this.address = address;
    this.documents = documents;
    this.clients = clients;
    settings = context.settings();
    commands = new Commands(address.index(), documents, context);
    index = new Index(clients::client, address.toString());
  }

  static ElasticsearchTarget open(DriverContext context) throws IOException {
    SearchAddress address = SearchAddress.parse(context.address());
    SettingValues settings = context.settings();
    Documents documents =
        new Documents(
            context.fieldNames(),
            settings.get(ElasticsearchDriver.VALUE_FORM),
            settings.get(ElasticsearchDriver.GROUPS));
    RestClients clients = new RestClients(address, context);
    try {
      ElasticsearchTarget target = new ElasticsearchTarget(address, documents, clients, context);
      var _ =
          target.index.ask(
              new org.opensearch.client.Request("GET", "/"), clients.patienceNanos());
      return target;
    } catch (IOException | RuntimeException e) {
      clients.close();
      throw e;
    }
  }

  @Override
  public int preferredSessions() {
    return SESSIONS;
  }

  @Override
  public Session openSession() {
    clients.renewIfSuspect();
    ElasticsearchSession session = new ElasticsearchSession(commands, clients, sessions::remove);
    sessions.add(session);
    return session;
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    try {
      JsonNode version = index.ask("GET", "/").path("version");
      facts.put("distribution", version.path("distribution").asString("elasticsearch"));
      facts.put("version", version.path("number").asString());
      JsonNode health = index.ask("GET", "/_cluster/health");
      facts.put("cluster", health.path("cluster_name").asString());
      facts.put("health", health.path("status").asString());
      facts.put("nodes", health.path("number_of_nodes").asString());
      facts.put("data-nodes", health.path("number_of_data_nodes").asString());
      facts.put("index", commands.readIndex());
    } catch (IOException e) {
      facts.put("health", "unknown");
    }
    return facts;
  }

  /** Heap and thread pools, summed over the nodes. */
  @Override
  public Map<String, Double> telemetry() throws IOException {
    Map<String, Double> telemetry = new LinkedHashMap<>();
    JsonNode nodes = index.ask("GET", "/_nodes/stats/jvm,thread_pool").path("nodes");
    for (JsonNode node : nodes) {
      JsonNode heap = node.path("jvm").path("mem");
      telemetry.merge("heap_used_bytes", heap.path("heap_used_in_bytes").asDouble(), Double::sum);
      telemetry.merge("heap_max_bytes", heap.path("heap_max_in_bytes").asDouble(), Double::sum);
      for (String pool : new String[] {"write", "search", "get"}) {
        JsonNode its = node.path("thread_pool").path(pool);
        telemetry.merge(pool + "_queue", its.path("queue").asDouble(), Double::sum);
        telemetry.merge(pool + "_rejected_total", its.path("rejected").asDouble(), Double::sum);
      }
    }
    return telemetry;
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    commands.settingsChanged(changed);
  }

  @Override
  public void create() throws IOException {
    boolean create = settings.get(ElasticsearchDriver.CREATE_INDEX);
    String definition =
        "{\"settings\":{\"number_of_shards\":%d,\"number_of_replicas\":%d,\"refresh_interval\":%s}"
            .formatted(
                settings.get(ElasticsearchDriver.SHARDS),
                settings.get(ElasticsearchDriver.REPLICAS),
                Documents.JSON.writeValueAsString(
                    settings.get(ElasticsearchDriver.REFRESH_INTERVAL)))
            + ",\"mappings\":"
            + documents.mapping()
            + "}";
    boolean daily = settings.get(ElasticsearchDriver.ROLL) == IndexRoll.DAILY;
    if (daily && create) {
      // The index of tomorrow is made by the first row that is written to it.
      var _ =
          index.ask(
              "PUT",
              "/_index_template/plimsoll-" + address.index(),
              "{\"index_patterns\":[\"%s-*\"],\"template\":%s}"
                  .formatted(address.index(), definition));
    }
    String name = commands.writtenIndex();
    if (index.exists("/" + name)) {
      return;
    }
    if (!create) {
      throw new IOException(
          address + " has no index " + name + ", and create-index is false");
    }
    var _ = index.ask("PUT", "/" + name, definition);
    var _ = index.ask("GET", "/_cluster/health/" + name + "?wait_for_status=yellow&timeout=30s");
  }

  /** What was filled can be searched for. */
  @Override
  public void filled() throws IOException {
    refresh();
  }

  private void refresh() throws IOException {
    var _ = index.ask("POST", "/" + commands.readIndex() + "/_refresh");
  }

  @Override
  public void truncate() throws IOException {
    refresh();
    var _ =
        index.ask(
            "POST",
            "/" + commands.readIndex() + "/_delete_by_query?conflicts=proceed&refresh=true",
            "{\"query\":{\"exists\":{\"field\":\"%s\"}}}".formatted(Documents.KEY));
  }

  @Override
  public OptionalLong count() throws IOException {
    refresh();
    return OptionalLong.of(
        index.ask("GET", "/" + commands.readIndex() + "/_count").path("count").asLong());
  }

  @Override
  public void close() {
    sessions.forEach(ElasticsearchSession::close);
    clients.close();
  }
}
