package org.plimsoll.driver.elasticsearch.transport;

import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.admin.cluster.state.ClusterStateAction;
import org.elasticsearch.action.admin.cluster.state.ClusterStateRequest;
import org.elasticsearch.action.delete.DeleteAction;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.get.GetAction;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.index.IndexAction;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.update.UpdateAction;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.common.bytes.BytesReference;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.SettingValues;
import org.plimsoll.driver.elastic.IndexSettings;

/** Converts operations to requests, and answers to outcomes. */
final class Commands {
  private static final String MISSING = "document_missing_exception";

  private final Rows rows;
  private final Bulks bulks;
  private final Searches searches;
  private volatile Refresh refresh;
  private volatile int conflictRetries;

  Commands(Rows rows, DriverContext context) {
    this.rows = rows;
    SettingValues settings = context.settings();
    bulks = new Bulks(rows, context);
    searches = new Searches(rows, settings);
    refresh = settings.get(TransportSettings.REFRESH);
    conflictRetries = Math.toIntExact(settings.get(IndexSettings.RETRY_ON_CONFLICT));
  }

  void settingsChanged(SettingValues settings) {
    refresh = settings.get(TransportSettings.REFRESH);
    conflictRetries = Math.toIntExact(settings.get(IndexSettings.RETRY_ON_CONFLICT));
    searches.settingsChanged(settings);
  }

  void send(Operation operation, Flight flight) {
    switch (operation.type().kind()) {
      case READ -> read(operation, flight);
      case INSERT -> write(operation, DocWriteRequest.OpType.INDEX, flight);
      case UPDATE -> {
        if (operation.row().isPartial()) {
          change(operation, false, flight);
        } else {
          write(operation, DocWriteRequest.OpType.INDEX, flight);
        }
      }
      case DELETE -> delete(operation, flight);
      case SCAN -> searches.scan(operation, flight);
      case BULK_READ -> bulks.read(operation, flight);
      case BULK_WRITE -> bulks.write(operation, refresh, flight);
      case OWN, READ_MODIFY_WRITE -> sendOwn(operation, flight);
    }
  }

  private void sendOwn(Operation operation, Flight flight) {
    OperationType type = operation.type();
    if (type.equals(TransportOperations.CREATE)) {
      write(operation, DocWriteRequest.OpType.CREATE, flight);
    } else if (type.equals(TransportOperations.UPSERT)) {
      change(operation, true, flight);
    } else if (type.equals(TransportOperations.SEARCH)) {
      searches.search(operation, flight);
    } else {
      flight.finish(Outcome.failed(Common.UNSUPPORTED).withAttempts(0));
    }
  }

  /** Requests the name of the cluster, which each node answers without asking others. */
  void rehearse(Flight flight) {
    ClusterStateRequest name = new ClusterStateRequest();
    name.clear().local(true);
    flight.send(ClusterStateAction.INSTANCE, name, _ -> flight.finish(Outcome.succeeded(0)));
  }

  private void read(Operation operation, Flight flight) {
    Key key = operation.key();
    GetRequest get = new GetRequest(rows.index(), rows.type(), key.text());
    get.routing(rows.routing(key));
    flight.send(GetAction.INSTANCE, get, answer -> flight.finish(found(answer)));
  }

  private Outcome found(GetResponse answer) throws java.io.IOException {
    if (!answer.isExists()) {
      return Outcome.notFound();
    }
    BytesReference source = answer.getSourceAsBytesRef();
    return Outcome.succeeded(rows.documents().payloadBytes(source))
        .withRows(visitor -> rows.documents().lend(0, source, visitor));
  }

  private void write(Operation operation, DocWriteRequest.OpType kind, Flight flight) {
    IndexRequest index = rows.index(operation.key(), operation.row());
    index.opType(kind).setRefreshPolicy(refresh.policy());
    Outcome written = Outcome.succeeded(operation.row().totalBytes());
    flight.send(IndexAction.INSTANCE, index, _ -> flight.finish(written));
  }

  /**
   * Sets the fields of the row in the document. With {@code upsert}, creates a missing document.
   */
  private void change(Operation operation, boolean upsert, Flight flight) {
    Key key = operation.key();
    UpdateRequest update = new UpdateRequest(rows.index(), rows.type(), key.text());
    update.routing(rows.routing(key));
    update.setRefreshPolicy(refresh.policy());
    update.retryOnConflict(conflictRetries);
    update.doc(rows.source(key, operation.row()), rows.documents().content()).docAsUpsert(upsert);
    Outcome written = Outcome.succeeded(operation.row().totalBytes());
    flight.send(
        UpdateAction.INSTANCE,
        update,
        _ -> flight.finish(written),
        failure ->
            Failures.isType(failure, MISSING) ? Outcome.notFound() : Failures.outcome(failure));
  }

  private void delete(Operation operation, Flight flight) {
    Key key = operation.key();
    DeleteRequest delete = new DeleteRequest(rows.index(), rows.type(), key.text());
    delete.routing(rows.routing(key));
    delete.setRefreshPolicy(refresh.policy());
    flight.send(
        DeleteAction.INSTANCE,
        delete,
        answer ->
            flight.finish(
                answer.getResult() == DocWriteResponse.Result.DELETED
                    ? Outcome.succeeded(0)
                    : Outcome.notFound()));
  }
}
