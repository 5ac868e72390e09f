package org.plimsoll.driver.elasticsearch;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.Request;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.SettingValues;
import org.plimsoll.driver.elastic.IndexSettings;
import org.plimsoll.driver.elastic.ServerErrors;
import tools.jackson.databind.JsonNode;

/** Operations that search, so that they see only refreshed documents. */
final class Searches {
  /** A clause that collapses documents with the same key in several indexes to one hit. */
  private static final String ONCE = "\"collapse\":{\"field\":\"" + Documents.KEY + "\"},";

  private final IndexNames names;
  private final Documents documents;
  private final Bulks bulks;
  private final boolean routing;
  private volatile Live live;

  /** The settings that can change during a run. */
  private record Live(QueryTemplate query, int limit, int pageSize) {
    static Live of(SettingValues settings) {
      return new Live(
          settings.get(ElasticsearchSettings.QUERY),
          Math.toIntExact(settings.get(IndexSettings.SEARCH_LIMIT)),
          Math.toIntExact(settings.get(IndexSettings.PAGE_SIZE)));
    }
  }

  Searches(
      IndexNames names, Documents documents, Bulks bulks, boolean routing, SettingValues settings) {
    this.names = names;
    this.documents = documents;
    this.bulks = bulks;
    this.routing = routing;
    live = Live.of(settings);
  }

  void settingsChanged(SettingValues settings) {
    live = Live.of(settings);
  }

  private Request request(String body) {
    Request request = new Request("POST", "/" + names.all() + "/_search");
    Bodies.json(request, body);
    return request;
  }

  /** Sends a search. It fails if the answer is incomplete. */
  private void send(Flight flight, Request request, HitsTaker taker) {
    flight.send(
        request,
        answer -> {
          FailureCode code = incomplete(answer);
          if (code == null) {
            taker.take(answer.path("hits").path("hits"));
          } else {
            JsonNode reason = reason(answer);
            flight.finish(Outcome.failed(code, () -> Failures.messageOf(reason)));
          }
        });
  }

  @FunctionalInterface
  private interface HitsTaker {
    void take(JsonNode hits);
  }

  /**
   * Returns the failure code of an incomplete search, or null if it is complete. The status is 200
   * even if shards failed or timed out.
   */
  private static @Nullable FailureCode incomplete(JsonNode answer) {
    if (answer.path("timed_out").asBoolean(false)) {
      return FailureCode.own("search-timeout");
    }
    JsonNode shards = answer.path("_shards");
    if (shards.path("failed").asInt(0) == 0) {
      return null;
    }
    FailureCode code = ServerErrors.codeOf(0, Failures.errorType(reason(answer)));
    return code == Common.ERROR ? FailureCode.own("shards-failed") : code;
  }

  /** Returns the reason of the first failed shard. */
  private static JsonNode reason(JsonNode answer) {
    return answer.path("_shards").path("failures").path(0).path("reason");
  }

  void search(Operation operation, Flight flight) {
    Live now = live;
    String group = documents.group(operation.key());
    Request search =
        request(
            "{\"size\":%d,\"query\":%s}"
                .formatted(now.limit(), now.query().filled(operation.key(), group)));
    if (routing) {
      search.addParameter("routing", group);
    }
    send(
        flight,
        search,
        hits ->
            flight.finish(
                hits.isEmpty() ? Outcome.notFound() : Outcome.succeeded(hits.size(), bytes(hits))));
  }

  private long bytes(JsonNode hits) {
    long bytes = 0;
    for (JsonNode hit : hits) {
      bytes += documents.payloadBytes(hit.path("_source"));
    }
    return bytes;
  }

  /** Reads rows page by page in key order, starting at a key. */
  void scan(Operation operation, Flight flight) {
    new Scan(flight, operation.scanLength()).page("gte", operation.key().text());
  }

  /** A scan in flight. */
  private final class Scan {
    private final Flight flight;
    private final int length;
    private int items;
    private long bytes;

    Scan(Flight flight, int length) {
      this.flight = flight;
      this.length = length;
    }

    private void page(String relation, String key) {
      int size = Math.min(live.pageSize(), length - items);
      Request page =
          request(
              """
              {"size":%d,"sort":["%s"],%s"track_total_hits":false,\
              "query":{"range":{"%s":{"%s":%s}}}}\
              """
                  .formatted(
                      size,
                      Documents.KEY,
                      names.rolls() ? ONCE : "",
                      Documents.KEY,
                      relation,
                      Documents.JSON.writeValueAsString(key)));
      send(flight, page, hits -> take(hits, size));
    }

    private void take(JsonNode hits, int size) {
      items += hits.size();
      bytes += bytes(hits);
      JsonNode last = hits.path(hits.size() - 1).path("_source").path(Documents.KEY);
      if (hits.size() < size || items >= length || !last.isString()) {
        flight.finish(items == 0 ? Outcome.notFound() : Outcome.succeeded(items, bytes));
      } else {
        page("gt", last.stringValue());
      }
    }
  }

  static String ids(List<Key> keys) {
    return "{\"ids\":{\"values\":%s}}"
        .formatted(
            Documents.JSON.writeValueAsString(keys.stream().map(Key::text).distinct().toList()));
  }

  /** Reads rows by key from any index. If several indexes contain a key, the newest one is used. */
  void byIds(List<Key> keys, Flight flight) {
    Request search =
        request(
            """
            {"size":%d,"sort":[{"_index":"desc"}],%s"track_total_hits":false,"query":%s}\
            """
                .formatted(keys.size(), ONCE, ids(keys)));
    List<String> ids = keys.stream().map(Key::text).toList();
    send(flight, search, hits -> flight.finish(bulks.read(hits, ids)));
  }
}
