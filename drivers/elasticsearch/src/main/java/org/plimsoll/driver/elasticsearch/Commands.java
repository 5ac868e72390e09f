package org.plimsoll.driver.elasticsearch;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.opensearch.client.Request;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.SettingValues;
import org.plimsoll.driver.elastic.IndexSettings;
import tools.jackson.databind.JsonNode;

/** Converts operations to REST requests, and answers to outcomes. */
final class Commands {
  static final OperationType SEARCH = OperationType.reading("search");
  static final OperationType CREATE = OperationType.inserting("create");
  static final OperationType UPSERT = OperationType.writing("upsert");

  private final IndexNames names;
  private final Documents documents;
  private final Bulks bulks;
  private final Searches searches;
  private final boolean routing;
  private volatile Refresh refresh;
  private volatile int conflictRetries;

  Commands(IndexNames names, Documents documents, DriverContext context) {
    this.names = names;
    this.documents = documents;
    SettingValues settings = context.settings();
    routing = settings.get(IndexSettings.ROUTING);
    bulks = new Bulks(documents, routing, context);
    searches = new Searches(names, documents, bulks, routing, settings);
    refresh = settings.get(ElasticsearchSettings.REFRESH);
    conflictRetries = Math.toIntExact(settings.get(IndexSettings.RETRY_ON_CONFLICT));
  }

  void settingsChanged(SettingValues settings) {
    refresh = settings.get(ElasticsearchSettings.REFRESH);
    conflictRetries = Math.toIntExact(settings.get(IndexSettings.RETRY_ON_CONFLICT));
    searches.settingsChanged(settings);
  }

  void send(Operation operation, Flight flight) {
    switch (operation.type().kind()) {
      case READ -> read(operation, flight);
      case INSERT -> write("/_doc/", operation, flight);
      case UPDATE -> {
        if (operation.row().isPartial()) {
          change(operation, false, flight);
        } else {
          write("/_doc/", operation, flight);
        }
      }
      case DELETE -> delete(operation, flight);
      case SCAN -> searches.scan(operation, flight);
      case BULK_READ -> bulkRead(operation, flight);
      case BULK_WRITE -> bulkWrite(operation, flight);
      case OWN, READ_MODIFY_WRITE -> sendOwn(operation, flight);
    }
  }

  /**
   * Requests the identity of the index, which every node knows. Unlike a search without hits, this
   * does not wake up an idle shard.
   */
  void rehearse(Flight flight) {
    Request identity = new Request("GET", "/" + names.written());
    identity.addParameter("filter_path", "*.settings.index.uuid");
    send(flight, identity, _ -> Outcome.succeeded(0));
  }

  private void sendOwn(Operation operation, Flight flight) {
    OperationType type = operation.type();
    if (type.equals(CREATE)) {
      write("/_create/", operation, flight);
    } else if (type.equals(UPSERT)) {
      change(operation, true, flight);
    } else if (type.equals(SEARCH)) {
      searches.search(operation, flight);
    } else {
      flight.finish(Outcome.failed(Common.UNSUPPORTED).withAttempts(0));
    }
  }

  /** Sends a request whose answer is converted to an outcome by the given function. */
  private static void send(Flight flight, Request request, Function<JsonNode, Outcome> outcome) {
    flight.send(request, answer -> flight.finish(outcome.apply(answer)));
  }

  private Request document(String method, String kind, Key key) {
    String id = URLEncoder.encode(key.text(), StandardCharsets.UTF_8).replace("+", "%20");
    Request request = new Request(method, "/" + names.written() + kind + id);
    if (routing) {
      request.addParameter("routing", documents.group(key));
    }
    return request;
  }

  private void refreshing(Request request) {
    Refresh now = refresh;
    if (now != Refresh.FALSE) {
      request.addParameter("refresh", now.parameter());
    }
  }

  private void read(Operation operation, Flight flight) {
    if (names.rolls()) {
      searches.byIds(List.of(operation.key()), flight);
      return;
    }
    send(
        flight,
        document("GET", "/_doc/", operation.key()),
        answer -> {
          JsonNode source = answer.path("_source");
          return source.isMissingNode()
              ? Outcome.notFound()
              : Outcome.succeeded(documents.payloadBytes(source))
                  .withRows(visitor -> documents.lend(0, source, visitor));
        });
  }

  private void write(String kind, Operation operation, Flight flight) {
    Request put = document("PUT", kind, operation.key());
    refreshing(put);
    var row = operation.row();
    Bodies.json(put, documents.whole(operation.key(), row));
    Outcome written = Outcome.succeeded(row.totalBytes());
    send(flight, put, _ -> written);
  }

  /**
   * Sets the fields of the row in the document. With {@code upsert}, creates a missing document.
   */
  private void change(Operation operation, boolean upsert, Flight flight) {
    Request update = document("POST", "/_update/", operation.key());
    refreshing(update);
    int retries = conflictRetries;
    if (retries > 0) {
      update.addParameter("retry_on_conflict", String.valueOf(retries));
    }
    var row = operation.row();
    Bodies.json(update, documents.change(operation.key(), row, upsert));
    Outcome written = Outcome.succeeded(row.totalBytes());
    send(flight, update, answer -> answer.has("error") ? Outcome.notFound() : written);
  }

  private void delete(Operation operation, Flight flight) {
    if (names.rolls()) {
      deleteByQuery(operation, flight);
      return;
    }
    Request delete = document("DELETE", "/_doc/", operation.key());
    refreshing(delete);
    send(
        flight,
        delete,
        answer ->
            answer.path("result").asString("").equals("deleted")
                ? Outcome.succeeded(0)
                : Outcome.notFound());
  }

  /** Deletes by query, because the index that contains the document is unknown. */
  private void deleteByQuery(Operation operation, Flight flight) {
    Request delete = new Request("POST", "/" + names.all() + "/_delete_by_query");
    delete.addParameter("refresh", String.valueOf(refresh != Refresh.FALSE));
    if (routing) {
      delete.addParameter("routing", documents.group(operation.key()));
    }
    Bodies.json(delete, "{\"query\":" + Searches.ids(List.of(operation.key())) + "}");
    send(
        flight,
        delete,
        answer -> answer.path("deleted").asLong(0) > 0 ? Outcome.succeeded(0) : Outcome.notFound());
  }

  private void bulkRead(Operation operation, Flight flight) {
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < operation.size(); i++) {
      keys.add(operation.key(i));
    }
    if (names.rolls()) {
      searches.byIds(keys, flight);
      return;
    }
    List<String> ids = keys.stream().map(Key::text).toList();
    Request get = new Request("POST", "/" + names.written() + "/_mget");
    Bodies.json(get, bulks.ids(keys));
    send(flight, get, answer -> bulks.read(answer.path("docs"), ids));
  }

  private void bulkWrite(Operation operation, Flight flight) {
    Request bulk = new Request("POST", "/" + names.written() + "/_bulk");
    refreshing(bulk);
    Bodies.set(bulk, bulks.lines(operation), Bulks.LINES);
    long bytes = 0;
    for (int i = 0; i < operation.size(); i++) {
      bytes += operation.row(i).totalBytes();
    }
    Outcome written = Outcome.succeeded(operation.size(), bytes);
    send(
        flight,
        bulk,
        answer -> answer.path("errors").asBoolean(true) ? bulks.failed(answer) : written);
  }
}
