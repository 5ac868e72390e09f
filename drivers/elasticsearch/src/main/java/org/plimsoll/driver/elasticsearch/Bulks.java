package org.plimsoll.driver.elasticsearch;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hc.core5.http.ContentType;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.driver.elastic.ServerErrors;
import tools.jackson.databind.JsonNode;

/**
 * Creates the bodies of requests for several documents, and converts their answers. Each document
 * has its own result.
 */
final class Bulks {
  static final ContentType LINES = ContentType.create("application/x-ndjson");

  private final Documents documents;
  private final boolean routing;
  private final DriverContext.Counter rejectedItems;
  private final DriverContext.Counter failedItems;

  Bulks(Documents documents, boolean routing, DriverContext context) {
    this.documents = documents;
    this.routing = routing;
    rejectedItems = context.counter("rejected-items");
    failedItems = context.counter("failed-items");
  }

  private String address(Key key) {
    String id = "{\"_id\":" + Documents.JSON.writeValueAsString(key.text());
    return id + (routing ? ",\"routing\":\"" + documents.group(key) + "\"}" : "}");
  }

  /** Creates the body of an {@code _mget} request. */
  String ids(List<Key> keys) {
    return "{\"docs\":[" + String.join(",", keys.stream().map(this::address).toList()) + "]}";
  }

  /**
   * Creates the body of a {@code _bulk} request: for each item, a line with the action and a line
   * with the document.
   */
  byte[] lines(Operation operation) {
    long bytes = 0;
    for (int i = 0; i < operation.size(); i++) {
      bytes += operation.row(i).totalBytes();
    }
    ByteArrayOutputStream lines = Documents.buffer(bytes + operation.size() * 100L);
    for (int i = 0; i < operation.size(); i++) {
      Key key = operation.key(i);
      String line = "{\"index\":" + address(key) + "}\n";
      lines.writeBytes(line.getBytes(StandardCharsets.UTF_8));
      documents.write(key, operation.row(i), lines);
      lines.write('\n');
    }
    return lines.toByteArray();
  }

  /**
   * Returns the outcome of a bulk request with errors. The server answers 200 even if items failed.
   * One failed item makes the operation fail. A rejection takes precedence over other reasons.
   */
  Outcome failed(JsonNode answer) {
    FailureCode code = Common.ERROR;
    JsonNode said = answer;
    int rejected = 0;
    int failed = 0;
    for (JsonNode item : answer.path("items")) {
      JsonNode result = item.path("index");
      JsonNode error = result.path("error");
      if (!error.isMissingNode()) {
        FailureCode its =
            ServerErrors.codeOf(result.path("status").asInt(0), Failures.errorType(error));
        failed++;
        rejected += its.equals(Common.REJECTED) ? 1 : 0;
        code = rejected > 0 ? Common.REJECTED : its;
        said = its.equals(code) ? error : said;
      }
    }
    rejectedItems.add(rejected);
    failedItems.add(failed);
    JsonNode reason = said;
    return Outcome.failed(code, () -> Failures.messageOf(reason));
  }

  /**
   * Assigns documents to the items of a bulk operation. Several items may have the same document.
   */
  Outcome read(JsonNode found, List<String> ids) {
    Map<String, JsonNode> sources = new HashMap<>();
    for (JsonNode document : found) {
      JsonNode error = document.path("error");
      if (!error.isMissingNode()) {
        return Outcome.failed(
            ServerErrors.codeOf(0, Failures.errorType(error)), () -> Failures.messageOf(error));
      }
      JsonNode source = document.path("_source");
      if (!source.isMissingNode()) {
        sources.put(document.path("_id").asString(""), source);
      }
    }
    int items = 0;
    long bytes = 0;
    for (String id : ids) {
      JsonNode source = sources.get(id);
      if (source != null) {
        items++;
        bytes += documents.payloadBytes(source);
      }
    }
    return items == 0
        ? Outcome.notFound()
        : Outcome.succeeded(items, bytes)
            .withRows(visitor -> {
              for (int i = 0; i < ids.size(); i++) {
                JsonNode source = sources.get(ids.get(i));
                if (source != null) {
                  documents.lend(i, source, visitor);
                }
              }
            });
  }
}
