package org.plimsoll.driver.elasticsearch;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.SettingValues;
import tools.jackson.databind.JsonNode;

/** Operations as REST requests, and their answers as outcomes. */
final class Commands {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("-yyyy.MM.dd", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final ContentType LINES = ContentType.create("application/x-ndjson");

  private final String index;
  private final Documents documents;
  private final DriverContext.Counter rejections;
  private final boolean daily;
  private final boolean routing;
  private final boolean partial;
  private volatile boolean createOnly;
  private volatile Refresh refresh = Refresh.FALSE;
  private volatile int searchLimit = 1;

  Commands(String index, Documents documents, DriverContext context) {
    this.index = index;
    this.documents = documents;
    rejections = context.counter("rejections");
    SettingValues settings = context.settings();
    daily = settings.get(ElasticsearchDriver.ROLL) == IndexRoll.DAILY;
    routing = settings.get(ElasticsearchDriver.ROUTING);
    partial = settings.get(ElasticsearchDriver.UPDATE_FORM) == UpdateForm.PARTIAL;
    settingsChanged(settings);
  }

  void settingsChanged(SettingValues settings) {
    createOnly = settings.get(ElasticsearchDriver.CREATE_ONLY);
    refresh = settings.get(ElasticsearchDriver.REFRESH);
    searchLimit = Math.toIntExact(settings.get(ElasticsearchDriver.SEARCH_LIMIT));
  }

  void send(Operation operation, Request request) {
    switch (operation.type().name()) {
      case "read" -> read(operation, request);
      case "insert" -> write(operation, request, createOnly);
      case "update" -> {
        if (partial) {
          update(operation, request);
        } else {
          write(operation, request, false);
        }
      }
      case "delete" -> delete(operation, request);
      case "scan" -> scan(operation, request);
      case "bulk-read" -> bulkRead(operation, request);
      case "bulk-write" -> bulkWrite(operation, request);
      case ElasticsearchDriver.SEARCH -> search(operation, request);
      default -> request.finish(Outcome.failed("unsupported"));
    }
  }

  /** The index that rows are written to now. */
  String writtenIndex() {
    return daily ? index + DAY.format(Instant.now()) : index;
  }

  /** All indexes that rows may be in. */
  String readIndex() {
    return daily ? index + "-*" : index;
  }

  private static String id(Key key) {
    return URLEncoder.encode(key.text(), StandardCharsets.UTF_8).replace("+", "%20");
  }

  private org.opensearch.client.Request document(String method, String kind, Key key) {
    org.opensearch.client.Request request =
        new org.opensearch.client.Request(method, "/" + writtenIndex() + kind + id(key));
    if (routing) {
      request.addParameter("routing", documents.group(key));
    }
    return request;
  }

  private void refreshing(org.opensearch.client.Request request) {
    if (refresh != Refresh.FALSE) {
      request.addParameter("refresh", refresh.parameter());
    }
  }

  private static void body(org.opensearch.client.Request request, byte[] json) {
    request.setEntity(new ByteArrayEntity(json, ContentType.APPLICATION_JSON));
  }

  private static void body(org.opensearch.client.Request request, String json) {
    body(request, json.getBytes(StandardCharsets.UTF_8));
  }

  private void read(Operation operation, Request request) {
    if (daily) {
      searchIds(List.of(operation.key()), request);
      return;
    }
    request.send(
        document("GET", "/_doc/", operation.key()),
        answer -> {
          if (!answer.path("found").asBoolean()) {
            return Outcome.notFound();
          }
          JsonNode source = answer.path("_source");
          return Outcome.succeeded(documents.payloadBytes(source))
              .withRows(visitor -> documents.lend(0, source, visitor));
        });
  }

  private void write(Operation operation, Request request, boolean onlyIfAbsent) {
    var put = document("PUT", onlyIfAbsent ? "/_create/" : "/_doc/", operation.key());
    refreshing(put);
    body(put, documents.json(operation.key(), operation.row()));
    Outcome written = Outcome.succeeded(operation.row().totalBytes());
    request.send(put, _ -> written);
  }

  private void update(Operation operation, Request request) {
    var update = document("POST", "/_update/", operation.key());
    refreshing(update);
    body(update, documents.partial(operation.key(), operation.row()));
    Outcome written = Outcome.succeeded(operation.row().totalBytes());
    request.send(update, _ -> written);
  }

  private void delete(Operation operation, Request request) {
    if (daily) {
      deleteByQuery(operation, request);
      return;
    }
    var delete = document("DELETE", "/_doc/", operation.key());
    refreshing(delete);
    request.send(
        delete,
        answer ->
            answer.path("result").asString().equals("deleted")
                ? Outcome.succeeded(0)
                : Outcome.notFound());
  }

  private void deleteByQuery(Operation operation, Request request) {
    var delete =
        new org.opensearch.client.Request("POST", "/" + readIndex() + "/_delete_by_query");
    delete.addParameter("refresh", String.valueOf(refresh != Refresh.FALSE));
    body(delete, "{\"query\":" + ids(List.of(operation.key())) + "}");
    request.send(
        delete,
        answer ->
            answer.path("deleted").asLong() > 0 ? Outcome.succeeded(0) : Outcome.notFound());
  }

  /** From a key on, in the order of keys. */
  private void scan(Operation operation, Request request) {
    var search = new org.opensearch.client.Request("POST", "/" + readIndex() + "/_search");
    body(
        search,
        """
        {"size":%d,"sort":["%s"],"track_total_hits":false,"query":{"range":{"%s":{"gte":%s}}}}"""
            .formatted(
                operation.scanLength(),
                Documents.KEY,
                Documents.KEY,
                Documents.JSON.writeValueAsString(operation.key().text())));
    request.send(search, this::found);
  }

  private void search(Operation operation, Request request) {
    var search = new org.opensearch.client.Request("POST", "/" + readIndex() + "/_search");
    String group = documents.group(operation.key());
    if (routing) {
      search.addParameter("routing", group);
    }
    body(
        search,
        "{\"size\":%d,\"query\":{\"term\":{\"%s\":\"%s\"}}}"
            .formatted(searchLimit, Documents.GROUP, group));
    request.send(search, this::found);
  }

  private Outcome found(JsonNode answer) {
    JsonNode hits = answer.path("hits").path("hits");
    long bytes = 0;
    for (JsonNode hit : hits) {
      bytes += documents.payloadBytes(hit.path("_source"));
    }
    return hits.isEmpty() ? Outcome.notFound() : Outcome.succeeded(hits.size(), bytes);
  }

  private static String ids(List<Key> keys) {
    return "{\"ids\":{\"values\":%s}}"
        .formatted(
            Documents.JSON.writeValueAsString(keys.stream().map(Key::text).distinct().toList()));
  }

  /** Rows that may be in any index are searched for, and found once they are refreshed. */
  private void searchIds(List<Key> keys, Request request) {
    List<String> texts = keys.stream().map(Key::text).toList();
    var search = new org.opensearch.client.Request("POST", "/" + readIndex() + "/_search");
    body(search, "{\"size\":%d,\"query\":%s}".formatted(keys.size(), ids(keys)));
    request.send(search, answer -> byId(answer.path("hits").path("hits"), texts));
  }

  private void bulkRead(Operation operation, Request request) {
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < operation.size(); i++) {
      keys.add(operation.key(i));
    }
    if (daily) {
      searchIds(keys, request);
      return;
    }
    List<String> texts = keys.stream().map(Key::text).toList();
    var get = new org.opensearch.client.Request("POST", "/" + index + "/_mget");
    StringBuilder docs = new StringBuilder("{\"docs\":[");
    for (Key key : keys) {
      docs.append(docs.length() > 9 ? "," : "")
          .append("{\"_id\":")
          .append(Documents.JSON.writeValueAsString(key.text()))
          .append(routing ? ",\"routing\":\"" + documents.group(key) + "\"" : "")
          .append('}');
    }
    body(get, docs.append("]}").toString());
    request.send(get, answer -> byId(answer.path("docs"), texts));
  }

  /** Documents as the items that asked for them, of which several may have asked for one. */
  private Outcome byId(JsonNode found, List<String> ids) {
    List<JsonNode> sources = new ArrayList<>();
    for (String id : ids) {
      JsonNode source = null;
      for (JsonNode document : found) {
        if (document.path("_id").asString().equals(id) && document.has("_source")) {
          source = document.path("_source");
          break;
        }
      }
      sources.add(source == null ? Documents.JSON.nullNode() : source);
    }
    int items = 0;
    long bytes = 0;
    for (JsonNode source : sources) {
      if (!source.isNull()) {
        items++;
        bytes += documents.payloadBytes(source);
      }
    }
    return items == 0
        ? Outcome.notFound()
        : Outcome.succeeded(items, bytes)
            .withRows(visitor -> {
              for (int i = 0; i < sources.size(); i++) {
                if (!sources.get(i).isNull()) {
                  documents.lend(i, sources.get(i), visitor);
                }
              }
            });
  }

  private void bulkWrite(Operation operation, Request request) {
    var bulk = new org.opensearch.client.Request("POST", "/" + writtenIndex() + "/_bulk");
    refreshing(bulk);
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    long bytes = 0;
    for (int i = 0; i < operation.size(); i++) {
      Key key = operation.key(i);
      String line =
          "{\"index\":{\"_id\":%s%s}}\n"
              .formatted(
                  Documents.JSON.writeValueAsString(key.text()),
                  routing ? ",\"routing\":\"" + documents.group(key) + "\"" : "");
      lines.writeBytes(line.getBytes(StandardCharsets.UTF_8));
      documents.write(key, operation.row(i), lines);
      lines.write('\n');
      bytes += operation.row(i).totalBytes();
    }
    bulk.setEntity(new ByteArrayEntity(lines.toByteArray(), LINES));
    Outcome written = Outcome.succeeded(operation.size(), bytes);
    request.send(bulk, answer -> answer.path("errors").asBoolean() ? firstError(answer) : written);
  }

  /** A bulk is answered with 200, whatever became of its items. */
  private Outcome firstError(JsonNode answer) {
    String code = "error";
    int rejected = 0;
    for (JsonNode item : answer.path("items")) {
      JsonNode result = item.path("index");
      JsonNode error = result.path("error");
      if (!error.isMissingNode()) {
        code = Failures.codeOf(result.path("status").asInt(), error.path("type").asString());
        rejected += code.equals(Failures.REJECTED) ? 1 : 0;
      }
    }
    rejections.add(rejected);
    return Outcome.failed(rejected > 0 ? Failures.REJECTED : code);
  }
}
