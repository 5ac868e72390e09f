package org.plimsoll.driver.mongodb;

import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of an operation, inside or outside a transaction.
 *
 * @param transaction the session with the open transaction; null outside a transaction, so that
 *     servers without sessions also work
 */
record Requests(MongoCollection<BsonDocument> collection, @Nullable ClientSession transaction) {
  private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);

  FindIterable<FoundDocument> find(BsonDocument filter) {
    return find(filter, FoundDocument.class);
  }

  /** Finds documents whose keys are needed as well. */
  FindIterable<RawBsonDocument> findRaw(BsonDocument filter) {
    return find(filter, RawBsonDocument.class);
  }

  private <D> FindIterable<D> find(BsonDocument filter, Class<D> form) {
    return transaction == null
        ? collection.find(filter, form)
        : collection.find(transaction, filter, form);
  }

  Iterable<FoundDocument> aggregate(List<BsonDocument> pipeline) {
    return transaction == null
        ? collection.aggregate(pipeline, FoundDocument.class)
        : collection.aggregate(transaction, pipeline, FoundDocument.class);
  }

  void insert(BsonDocument document) {
    if (transaction == null) {
      var _ = collection.insertOne(document);
    } else {
      var _ = collection.insertOne(transaction, document);
    }
  }

  void replace(BsonDocument filter, BsonDocument document) {
    if (transaction == null) {
      var _ = collection.replaceOne(filter, document, UPSERT);
    } else {
      var _ = collection.replaceOne(transaction, filter, document, UPSERT);
    }
  }

  /** Updates a document. Returns whether it was changed or created. */
  boolean update(BsonDocument filter, BsonDocument changes, UpdateOptions options) {
    var result =
        transaction == null
            ? collection.updateOne(filter, changes, options)
            : collection.updateOne(transaction, filter, changes, options);
    return result.getMatchedCount() > 0 || result.getUpsertedId() != null;
  }

  /** Deletes a document. Returns whether it existed. */
  boolean delete(BsonDocument filter) {
    var result =
        transaction == null
            ? collection.deleteOne(filter)
            : collection.deleteOne(transaction, filter);
    return result.getDeletedCount() > 0;
  }

  BulkWriteResult bulk(List<WriteModel<BsonDocument>> writes, BulkWriteOptions options) {
    return transaction == null
        ? collection.bulkWrite(writes, options)
        : collection.bulkWrite(transaction, writes, options);
  }
}
