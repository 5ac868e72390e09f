package org.plimsoll.driver.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Indexes;
import java.io.IOException;
import java.util.ArrayList;
import org.bson.BsonDocument;
import org.plimsoll.api.kit.SchemaUse;

/** Creates and drops the collection and its index. */
record Schema(
    MongoDatabase database,
    MongoCollection<BsonDocument> collection,
    SchemaUse use,
    boolean indexed) {
  private static final int NAMESPACE_EXISTS = 48;

  void create() throws IOException {
    if (use.dropsFirst()) {
      collection.drop();
    }
    if (!exists()) {
      if (use == SchemaUse.NONE) {
        throw new IOException(
            "there is no collection " + collection.getNamespace() + ", and schema is none");
      }
      createCollection();
    }
    if (indexed && use == SchemaUse.NONE && !hasIndex()) {
      throw new IOException(
          "the collection "
              + collection.getNamespace()
              + " has no index on "
              + Documents.INDEXED
              + ", and schema is none");
    }
    if (indexed && use != SchemaUse.NONE) {
      var _ = collection.createIndex(Indexes.ascending(Documents.INDEXED));
    }
  }

  private boolean exists() {
    return database
        .listCollectionNames()
        .into(new ArrayList<>())
        .contains(collection.getNamespace().getCollectionName());
  }

  private boolean hasIndex() {
    return collection.listIndexes(BsonDocument.class).into(new ArrayList<>()).stream()
        .anyMatch(index ->
            index.getDocument("key", new BsonDocument()).keySet().stream()
                .findFirst()
                .filter(Documents.INDEXED::equals)
                .isPresent());
  }

  /** Creates the collection. Another generator of the fleet may create it at the same time. */
  private void createCollection() {
    try {
      database.createCollection(collection.getNamespace().getCollectionName());
    } catch (MongoCommandException e) {
      if (e.getErrorCode() != NAMESPACE_EXISTS) {
        throw e;
      }
    }
  }

  /** Drops the collection at the end of the run if {@code schema=temporary}. */
  void dropIfTemporary() {
    if (use == SchemaUse.TEMPORARY) {
      collection.drop();
    }
  }
}
