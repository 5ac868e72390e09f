package org.plimsoll.driver.elastic;

import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;

/** Converts errors that a server reports to failure codes. */
public final class ServerErrors {
  private ServerErrors() {}

  /**
   * Returns the failure code for a failed answer, item of a bulk, or shard. The type is more
   * specific than the status: a full disk also has status 429, and a shard has no status.
   *
   * @param status the HTTP status, which errors have in both protocols
   * @param type the name of the server's exception; may be empty
   */
  public static FailureCode codeOf(int status, String type) {
    return switch (type) {
      // Elasticsearch has a prefix that OpenSearch has removed.
      case "es_rejected_execution_exception", "rejected_execution_exception" -> Common.REJECTED;
      case "circuit_breaking_exception" -> FailureCode.own("circuit-breaker");
      case "cluster_block_exception", "index_block_exception" -> FailureCode.own("blocked");
      case "version_conflict_engine_exception" -> Common.CONFLICT;
      case "index_not_found_exception" -> FailureCode.own("no-index");
      case "mapper_parsing_exception", "document_parsing_exception" ->
          FailureCode.own("bad-document");
      case "unavailable_shards_exception",
          "no_shard_available_action_exception",
          "node_closed_exception" ->
          Common.UNAVAILABLE;
      default -> codeOf(status);
    };
  }

  private static FailureCode codeOf(int status) {
    return switch (status) {
      case 400 -> FailureCode.own("bad-request");
      case 401, 403 -> Common.AUTH;
      case 404 -> FailureCode.own("not-found");
      case 408 -> Common.TIMEOUT;
      case 409 -> Common.CONFLICT;
      case 413 -> Common.TOO_LARGE;
      case 429 -> Common.REJECTED;
      case 502, 503, 504 -> Common.UNAVAILABLE;
      default -> status >= 500 ? Common.INTERNAL_ERROR : Common.ERROR;
    };
  }
}
