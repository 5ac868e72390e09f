package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import org.elasticsearch.action.bulk.BulkAction;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.search.ClearScrollAction;
import org.elasticsearch.action.search.ClearScrollRequest;
import org.elasticsearch.action.search.SearchAction;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.SearchScrollAction;
import org.elasticsearch.action.search.SearchScrollRequest;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.unit.TimeValue;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.FieldSortBuilder;

/**
 * Deletes the rows of an index in batches, because the server's own delete-by-query is an optional
 * module.
 */
record Removal(Admin admin, Rows rows) {
  private static final int BATCH = 1_000;
  private static final TimeValue KEPT = TimeValue.timeValueMinutes(1);
  private static final String MISSING = "index_not_found_exception";

  void run() throws IOException {
    SearchRequest first =
        new SearchRequest(
                new String[] {rows.index()},
                new SearchSourceBuilder()
                    .query(QueryBuilders.existsQuery(Documents.KEY))
                    .sort(FieldSortBuilder.DOC_FIELD_NAME)
                    .fetchSource(false)
                    .size(BATCH))
            .scroll(KEPT);
    SearchResponse page = admin.askUnless(MISSING, SearchAction.INSTANCE, first);
    while (page != null && page.getHits().getHits().length > 0) {
      delete(page.getHits().getHits());
      page =
          admin.ask(
              SearchScrollAction.INSTANCE,
              new SearchScrollRequest(page.getScrollId()).scroll(KEPT));
    }
    if (page != null) {
      ClearScrollRequest clear = new ClearScrollRequest();
      clear.addScrollId(page.getScrollId());
      var _ = admin.ask(ClearScrollAction.INSTANCE, clear);
    }
  }

  private void delete(SearchHit[] hits) throws IOException {
    BulkRequest bulk = new BulkRequest();
    for (SearchHit hit : hits) {
      DocumentField routing = hit.field("_routing");
      bulk.add(
          new DeleteRequest(hit.getIndex(), hit.getType(), hit.getId())
              .routing(routing == null ? null : routing.<String>getValue()));
    }
    var answer = admin.ask(BulkAction.INSTANCE, bulk);
    if (answer.hasFailures()) {
      throw new IOException(
          "rows of the index %s cannot be deleted: %s"
              .formatted(
                  rows.index(), answer.buildFailureMessage().strip().replaceAll("\\s+", " ")));
    }
  }
}
