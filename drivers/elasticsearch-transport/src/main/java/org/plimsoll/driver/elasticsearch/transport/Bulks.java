package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.bulk.BulkAction;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.get.MultiGetAction;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.get.MultiGetResponse;
import org.elasticsearch.common.bytes.BytesReference;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;

/** Sends requests for several documents, each of which has its own result. */
final class Bulks {
  private final Rows rows;
  private final DriverContext.Counter rejectedItems;
  private final DriverContext.Counter failedItems;

  Bulks(Rows rows, DriverContext context) {
    this.rows = rows;
    rejectedItems = context.counter("rejected-items");
    failedItems = context.counter("failed-items");
  }

  void write(Operation operation, Refresh refresh, Flight flight) {
    BulkRequest bulk = new BulkRequest();
    bulk.setRefreshPolicy(refresh.policy());
    long bytes = 0;
    for (int i = 0; i < operation.size(); i++) {
      bulk.add(rows.index(operation.key(i), operation.row(i)));
      bytes += operation.row(i).totalBytes();
    }
    Outcome written = Outcome.succeeded(operation.size(), bytes);
    flight.send(
        BulkAction.INSTANCE,
        bulk,
        answer -> flight.finish(answer.hasFailures() ? failed(answer) : written));
  }

  /**
   * Returns the outcome of a bulk request with failed items. One failed item makes the operation
   * fail. A rejection takes precedence over other reasons.
   */
  private Outcome failed(BulkResponse answer) {
    Outcome outcome = Outcome.failed(Common.ERROR);
    int rejected = 0;
    int failed = 0;
    for (BulkItemResponse item : answer.getItems()) {
      if (item.isFailed()) {
        Exception cause = item.getFailure().getCause();
        FailureCode its = Failures.codeOf(cause);
        failed++;
        rejected += its.equals(Common.REJECTED) ? 1 : 0;
        if (failed == 1 || (rejected == 1 && its.equals(Common.REJECTED))) {
          outcome = Failures.outcome(cause);
        }
      }
    }
    rejectedItems.add(rejected);
    failedItems.add(failed);
    return outcome;
  }

  void read(Operation operation, Flight flight) {
    MultiGetRequest get = new MultiGetRequest();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < operation.size(); i++) {
      Key key = operation.key(i);
      ids.add(key.text());
      MultiGetRequest.Item item = new MultiGetRequest.Item(rows.index(), rows.type(), key.text());
      get.add(item.routing(rows.routing(key)));
    }
    flight.send(MultiGetAction.INSTANCE, get, answer -> flight.finish(found(answer, ids)));
  }

  /**
   * Assigns documents to the items of a bulk operation. Several items may have the same document.
   */
  private Outcome found(MultiGetResponse answer, List<String> ids) throws IOException {
    Map<String, BytesReference> sources = new HashMap<>();
    for (MultiGetItemResponse each : answer.getResponses()) {
      if (each.isFailed()) {
        return Failures.outcome(each.getFailure().getFailure());
      }
      if (each.getResponse().isExists()) {
        sources.put(each.getId(), each.getResponse().getSourceAsBytesRef());
      }
    }
    int items = 0;
    long bytes = 0;
    for (String id : ids) {
      BytesReference source = sources.get(id);
      if (source != null) {
        items++;
        bytes += rows.documents().payloadBytes(source);
      }
    }
    return items == 0
        ? Outcome.notFound()
        : Outcome.succeeded(items, bytes)
            .withRows(visitor -> {
              for (int i = 0; i < ids.size(); i++) {
                BytesReference source = sources.get(ids.get(i));
                if (source != null) {
                  rows.documents().lend(i, source, visitor);
                }
              }
            });
  }
}
