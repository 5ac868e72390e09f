package org.plimsoll.driver.dynamodb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * Sends queries and scans page by page until they have the requested rows. An answer contains at
 * most 1 MB. Each page is an attempt.
 */
final class Pages {
  private final String table;
  private final Items items;
  private final ConsumedCapacities capacities;
  private final String index;
  private volatile int limit = 1;

  Pages(String table, Items items, ConsumedCapacities capacities, String index) {
    this.table = table;
    this.items = items;
    this.capacities = capacities;
    this.index = index;
  }

  /** Sets the number of rows for later queries. */
  void limit(int newLimit) {
    limit = newLimit;
  }

  /** Scans the partition of the key in the order of the sort keys, or the table in hash order. */
  void scan(Operation operation, Request request, boolean consistent) {
    Found found = new Found(request, operation.scanLength());
    if (items.hasSortKey()) {
      queryPage(found, partition(operation, consistent), Map.of());
    } else {
      scanPage(found, items.key(operation.key()), consistent);
    }
  }

  void query(Operation operation, Request request, boolean consistent) {
    queryPage(new Found(request, limit), partition(operation, consistent), Map.of());
  }

  void queryIndex(Operation operation, Request request) {
    if (index.isEmpty()) {
      request.finish(Outcome.failed(Common.UNSUPPORTED).withAttempts(0));
      return;
    }
    QueryRequest query =
        request()
            .indexName(index)
            .keyConditionExpression("#p=:p")
            .expressionAttributeNames(Map.of("#p", Items.INDEX_KEY))
            .expressionAttributeValues(Map.of(":p", items.group(operation.key())))
            .build();
    queryPage(new Found(request, limit), query, Map.of());
  }

  /** Creates a query for the rows in the partition of the key, starting at the key. */
  private QueryRequest partition(Operation operation, boolean consistent) {
    QueryRequest.Builder query = request().consistentRead(consistent);
    if (!items.hasSortKey()) {
      return query
          .keyConditionExpression("#p=:p")
          .expressionAttributeNames(Map.of("#p", items.partitionKey()))
          .expressionAttributeValues(Map.of(":p", items.own(operation.key())))
          .build();
    }
    return query
        .keyConditionExpression("#p=:p AND #s>=:s")
        .expressionAttributeNames(Map.of("#p", items.partitionKey(), "#s", items.sortKey()))
        .expressionAttributeValues(
            Map.of(":p", items.partition(operation.key()), ":s", items.own(operation.key())))
        .build();
  }

  private QueryRequest.Builder request() {
    return QueryRequest.builder().tableName(table).returnConsumedCapacity(capacities.wanted());
  }

  private void queryPage(Found found, QueryRequest query, Map<String, AttributeValue> from) {
    QueryRequest.Builder page = query.toBuilder().limit(found.missing());
    if (!from.isEmpty()) {
      page.exclusiveStartKey(from);
    }
    found.request.send(
        client -> client.query(page.build()),
        answer -> {
          capacities.read(answer.consumedCapacity());
          found.take(answer.items());
          Map<String, AttributeValue> next = answer.lastEvaluatedKey();
          if (next.isEmpty() || found.missing() == 0) {
            found.finish();
          } else {
            queryPage(found, query, next);
          }
        });
  }

  /**
   * Requests a page of a scan. If there are no rows after the key, the scan continues at the first
   * row of the table.
   */
  private void scanPage(Found found, Map<String, AttributeValue> from, boolean consistent) {
    ScanRequest.Builder scan =
        ScanRequest.builder()
            .tableName(table)
            .limit(found.missing())
            .consistentRead(consistent)
            .returnConsumedCapacity(capacities.wanted());
    if (!from.isEmpty()) {
      scan.exclusiveStartKey(from);
    }
    found.request.send(
        client -> client.scan(scan.build()),
        answer -> {
          capacities.read(answer.consumedCapacity());
          found.take(answer.items());
          Map<String, AttributeValue> next = answer.lastEvaluatedKey();
          boolean atEnd = next.isEmpty();
          if (found.missing() == 0 || (atEnd && (!found.isEmpty() || from.isEmpty()))) {
            found.finish();
          } else {
            scanPage(found, next, consistent);
          }
        });
  }

  /** The rows found so far. */
  private final class Found {
    private final Request request;
    private final int wanted;
    private final List<Map<String, AttributeValue>> rows = new ArrayList<>();

    Found(Request request, int wanted) {
      this.request = request;
      this.wanted = wanted;
    }

    void take(List<Map<String, AttributeValue>> page) {
      for (Map<String, AttributeValue> item : page) {
        // An index may contain only the key attributes.
        if (!index.isEmpty() || items.isRow(item)) {
          rows.add(item);
        }
      }
    }

    int missing() {
      return Math.max(0, wanted - rows.size());
    }

    boolean isEmpty() {
      return rows.isEmpty();
    }

    void finish() {
      long bytes = 0;
      for (Map<String, AttributeValue> row : rows) {
        bytes += items.payloadBytes(row);
      }
      request.finish(rows.isEmpty() ? Outcome.notFound() : Outcome.succeeded(rows.size(), bytes));
    }
  }
}
