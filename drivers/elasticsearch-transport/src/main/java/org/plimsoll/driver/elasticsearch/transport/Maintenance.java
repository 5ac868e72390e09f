package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.Action;
import org.elasticsearch.action.ActionRequestBuilder;
import org.elasticsearch.action.admin.indices.cache.clear.ClearIndicesCacheAction;
import org.elasticsearch.action.admin.indices.cache.clear.ClearIndicesCacheRequest;
import org.elasticsearch.action.admin.indices.flush.FlushAction;
import org.elasticsearch.action.admin.indices.flush.FlushRequest;
import org.elasticsearch.action.admin.indices.forcemerge.ForceMergeAction;
import org.elasticsearch.action.admin.indices.forcemerge.ForceMergeRequest;
import org.elasticsearch.action.admin.indices.refresh.RefreshAction;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.support.broadcast.BroadcastRequest;
import org.elasticsearch.action.support.broadcast.BroadcastResponse;

/** The hooks of an index. */
record Maintenance(Admin admin, String index) {
  static final Map<String, String> HOOKS =
      Map.of(
          "refresh", "Makes all writes searchable.",
          "flush", "Writes memory to disk, and starts a new translog.",
          "force-merge", "Merges each shard into one segment.",
          "clear-cache", "Clears the query and field caches.");

  String run(String name) throws IOException {
    return switch (name) {
      case "refresh" -> onAll(RefreshAction.INSTANCE, new RefreshRequest(index));
      case "flush" -> onAll(FlushAction.INSTANCE, new FlushRequest(index));
      case "force-merge" ->
          onAll(ForceMergeAction.INSTANCE, new ForceMergeRequest(index).maxNumSegments(1));
      case "clear-cache" ->
          onAll(ClearIndicesCacheAction.INSTANCE, new ClearIndicesCacheRequest(index));
      default -> throw new UnsupportedOperationException("there is no hook " + name);
    };
  }

  private <
          Q extends BroadcastRequest<Q>,
          R extends BroadcastResponse,
          B extends ActionRequestBuilder<Q, R, B>>
      String onAll(Action<Q, R, B> action, Q request) throws IOException {
    R answer = admin.ask(action, request, Admin.LONG_PATIENCE_NANOS);
    return "%d of %d shards, %d failed"
        .formatted(answer.getSuccessfulShards(), answer.getTotalShards(), answer.getFailedShards());
  }
}
