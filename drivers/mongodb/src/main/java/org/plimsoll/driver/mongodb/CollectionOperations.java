package org.plimsoll.driver.mongodb;

import com.mongodb.client.FindIterable;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;

/**
 * Sends operations on documents. All sessions share it.
 *
 * @param insertsOnly whether an insert fails if the document exists
 * @param update the options for updates
 */
record CollectionOperations(Documents documents, boolean insertsOnly, UpdateOptions update) {
  static final OperationType UPSERT = OperationType.writing("upsert");
  static final OperationType INDEX_READ = OperationType.reading("index-read");
  static final OperationType AGGREGATE = OperationType.reading("aggregate");

  private static final BsonDocument BY_ID = new BsonDocument(Documents.ID, new BsonInt32(1));
  private static final ReplaceOptions CREATES = new ReplaceOptions().upsert(true);

  Outcome execute(Operation operation, Requests requests, Tuning tuning) {
    return switch (operation.type().kind()) {
      case READ -> read(operation, requests);
      case INSERT -> insert(operation, requests);
      case UPDATE -> update(operation, requests);
      case DELETE -> deleted(requests.delete(documents.byId(operation.key())));
      case SCAN -> scan(operation, requests, tuning);
      case BULK_READ -> bulkRead(operation, requests);
      case BULK_WRITE -> bulkWrite(operation, requests, tuning);
      case OWN, READ_MODIFY_WRITE -> own(operation, requests, tuning);
    };
  }

  private Outcome own(Operation operation, Requests requests, Tuning tuning) {
    OperationType type = operation.type();
    if (type.equals(UPSERT)) {
      return replace(operation, requests);
    }
    if (type.equals(INDEX_READ)) {
      long index = documents.index(operation.key());
      return found(requests.find(new BsonDocument(Documents.INDEXED, new BsonInt64(index))));
    }
    if (type.equals(AGGREGATE)) {
      BsonValue id = documents.id(operation.key());
      long index = documents.index(operation.key());
      return found(requests.aggregate(tuning.pipeline().of(operation.key(), id, index)));
    }
    return Outcome.failed(Common.UNSUPPORTED).withAttempts(0);
  }

  private Outcome read(Operation operation, Requests requests) {
    // A limit of -1 tells the server to return one document and open no cursor.
    FoundDocument document = requests.find(documents.byId(operation.key())).limit(-1).first();
    if (document == null) {
      return Outcome.notFound();
    }
    List<Documents.Field> fields = document.fields();
    return Outcome.succeeded(Documents.bytes(fields))
        .withRows(visitor -> Documents.visit(0, fields, visitor));
  }

  private Outcome insert(Operation operation, Requests requests) {
    if (!insertsOnly) {
      return replace(operation, requests);
    }
    requests.insert(documents.of(operation.key(), operation.row()));
    return Outcome.succeeded(operation.row().totalBytes());
  }

  private Outcome replace(Operation operation, Requests requests) {
    BsonDocument document = documents.of(operation.key(), operation.row());
    requests.replace(documents.byId(operation.key()), document);
    return Outcome.succeeded(operation.row().totalBytes());
  }

  private Outcome update(Operation operation, Requests requests) {
    BsonDocument changes = documents.changes(operation.key(), operation.row());
    return requests.update(documents.byId(operation.key()), changes, update)
        ? Outcome.succeeded(operation.row().totalBytes())
        : Outcome.notFound();
  }

  private static Outcome deleted(boolean existed) {
    return existed ? Outcome.succeeded(0) : Outcome.notFound();
  }

  private Outcome scan(Operation operation, Requests requests, Tuning tuning) {
    BsonDocument from = new BsonDocument("$gte", documents.id(operation.key()));
    FindIterable<FoundDocument> documentsFound =
        requests
            .find(new BsonDocument(Documents.ID, from))
            .sort(BY_ID)
            .limit(operation.scanLength())
            .batchSize(tuning.batchSize());
    Outcome found = found(documentsFound);
    return found.status() == Outcome.Status.NOT_FOUND ? Outcome.succeeded(0, 0) : found;
  }

  /** Returns the documents in the order of the answer, or not-found if there are none. */
  private static Outcome found(Iterable<FoundDocument> answer) {
    List<List<Documents.Field>> rows = new ArrayList<>();
    long bytes = 0;
    for (FoundDocument document : answer) {
      List<Documents.Field> fields = document.fields();
      bytes += Documents.bytes(fields);
      rows.add(fields);
    }
    if (rows.isEmpty()) {
      return Outcome.notFound();
    }
    return Outcome.succeeded(rows.size(), bytes)
        .withRows(visitor -> {
          for (int i = 0; i < rows.size(); i++) {
            Documents.visit(i, rows.get(i), visitor);
          }
        });
  }

  private Outcome bulkRead(Operation operation, Requests requests) {
    Map<BsonValue, List<Integer>> items = new HashMap<>();
    for (int i = 0; i < operation.size(); i++) {
      items.computeIfAbsent(documents.id(operation.key(i)), _ -> new ArrayList<>()).add(i);
    }
    BsonDocument any = new BsonDocument("$in", new BsonArray(List.copyOf(items.keySet())));
    Map<Integer, List<Documents.Field>> rows = new HashMap<>();
    long bytes = 0;
    for (RawBsonDocument document : requests.findRaw(new BsonDocument(Documents.ID, any))) {
      List<Documents.Field> fields = Documents.fields(document);
      for (int item : items.getOrDefault(document.get(Documents.ID), List.of())) {
        rows.put(item, fields);
        bytes += Documents.bytes(fields);
      }
    }
    return Outcome.succeeded(rows.size(), bytes)
        .withRows(
            visitor -> rows.forEach((item, fields) -> Documents.visit(item, fields, visitor)));
  }

  private Outcome bulkWrite(Operation operation, Requests requests, Tuning tuning) {
    List<WriteModel<BsonDocument>> writes = new ArrayList<>(operation.size());
    long bytes = 0;
    for (int i = 0; i < operation.size(); i++) {
      BsonDocument document = documents.of(operation.key(i), operation.row(i));
      writes.add(
          insertsOnly
              ? new InsertOneModel<>(document)
              : new ReplaceOneModel<>(documents.byId(operation.key(i)), document, CREATES));
      bytes += operation.row(i).totalBytes();
    }
    var _ = requests.bulk(writes, new BulkWriteOptions().ordered(tuning.ordered()));
    return Outcome.succeeded(operation.size(), bytes);
  }
}
