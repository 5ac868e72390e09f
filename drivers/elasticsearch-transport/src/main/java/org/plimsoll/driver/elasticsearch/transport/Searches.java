package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.action.search.SearchAction;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.SettingValues;
import org.plimsoll.driver.elastic.IndexSettings;

/** Operations that search, so that they see only refreshed documents. */
final class Searches {
  private final Rows rows;
  private volatile Live live;

  /** The settings that can change during a run. */
  private record Live(QueryTemplate query, int limit, int pageSize) {
    static Live of(SettingValues settings) {
      return new Live(
          settings.get(TransportSettings.QUERY),
          Math.toIntExact(settings.get(IndexSettings.SEARCH_LIMIT)),
          Math.toIntExact(settings.get(IndexSettings.PAGE_SIZE)));
    }
  }

  Searches(Rows rows, SettingValues settings) {
    this.rows = rows;
    live = Live.of(settings);
  }

  void settingsChanged(SettingValues settings) {
    live = Live.of(settings);
  }

  @FunctionalInterface
  private interface HitsTaker {
    void take(SearchHit[] hits) throws IOException;
  }

  /** Sends a search. It fails if the answer is incomplete. */
  private void send(Flight flight, SearchRequest request, HitsTaker taker) {
    flight.send(
        SearchAction.INSTANCE,
        request,
        answer -> {
          if (answer.isTimedOut()) {
            flight.finish(Outcome.failed(FailureCode.own("search-timeout")));
          } else if (answer.getFailedShards() > 0) {
            flight.finish(incomplete(answer));
          } else {
            taker.take(answer.getHits().getHits());
          }
        });
  }

  /**
   * Returns the outcome of a search in which some shards failed. The server answers such searches
   * with partial results.
   */
  private static Outcome incomplete(SearchResponse answer) {
    FailureCode code = FailureCode.own("shards-failed");
    if (answer.getShardFailures().length == 0) {
      return Outcome.failed(code);
    }
    Throwable reason = answer.getShardFailures()[0].getCause();
    Outcome failed = Failures.outcome(reason);
    return Objects.equals(failed.failureCode(), Common.ERROR.text())
        ? failed.withFailureCode(code)
        : failed;
  }

  void search(Operation operation, Flight flight) {
    Live now = live;
    Key key = operation.key();
    String query = now.query().filled(key, rows.documents().group(key));
    SearchRequest search = request(QueryBuilders.wrapperQuery(query), now.limit());
    search.routing(rows.routing(key));
    send(
        flight,
        search,
        hits ->
            flight.finish(
                hits.length == 0
                    ? Outcome.notFound()
                    : Outcome.succeeded(hits.length, bytes(hits))));
  }

  private SearchRequest request(QueryBuilder query, int size) {
    return new SearchRequest(
        new String[] {rows.index()}, new SearchSourceBuilder().query(query).size(size));
  }

  private long bytes(SearchHit[] hits) throws IOException {
    long bytes = 0;
    for (SearchHit hit : hits) {
      BytesReference source = hit.getSourceRef();
      bytes += source == null ? 0 : rows.documents().payloadBytes(source);
    }
    return bytes;
  }

  /** Reads rows page by page in key order, starting at a key. */
  void scan(Operation operation, Flight flight) {
    String from = operation.key().text();
    new Scan(flight, operation.scanLength())
        .page(QueryBuilders.rangeQuery(Documents.KEY).gte(from));
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

    private void page(QueryBuilder range) {
      int size = Math.min(live.pageSize(), length - items);
      SearchRequest page = request(range, size);
      page.source().sort(Documents.KEY).trackTotalHits(false);
      send(flight, page, hits -> take(hits, size));
    }

    private void take(SearchHit[] hits, int size) throws IOException {
      items += hits.length;
      bytes += bytes(hits);
      if (hits.length < size || items >= length) {
        flight.finish(items == 0 ? Outcome.notFound() : Outcome.succeeded(items, bytes));
        return;
      }
      Object last = hits[hits.length - 1].getSortValues()[0];
      page(QueryBuilders.rangeQuery(Documents.KEY).gt(last));
    }
  }
}
