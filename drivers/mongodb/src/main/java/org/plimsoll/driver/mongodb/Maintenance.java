package org.plimsoll.driver.mongodb;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Indexes;
import java.io.IOException;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** The hooks for a collection. */
record Maintenance(MongoDatabase database, MongoCollection<BsonDocument> collection) {
  static final Map<String, String> HOOKS =
      Map.of(
          "add-index", "Creates a secondary index; argument: the field.",
          "drop-index", "Drops a secondary index; argument: the field.",
          "compact", "Releases unused space of the collection (compact).");

  String run(String name, String argument) throws IOException {
    try {
      return switch (name) {
        case "add-index" -> "created " + collection.createIndex(Indexes.ascending(field(argument)));
        case "drop-index" -> {
          collection.dropIndex(Indexes.ascending(field(argument)));
          yield "dropped the index on " + argument;
        }
        case "compact" -> compact(argument);
        default -> throw new UnsupportedOperationException("there is no hook " + name);
      };
    } catch (MongoException e) {
      throw new IOException(Failures.messageOf(e), e);
    }
  }

  private static String field(String argument) {
    if (!argument.matches("[A-Za-z0-9_-]+")) {
      throw new IllegalArgumentException(
          "must have the name of a field in parentheses, was '" + argument + "'");
    }
    return argument;
  }

  private String compact(String argument) {
    if (!argument.isEmpty()) {
      throw new IllegalArgumentException(
          "the hook compact takes no argument, was '" + argument + "'");
    }
    // A primary refuses it without force.
    var _ =
        database.runCommand(
            new BsonDocument(
                    "compact", new BsonString(collection.getNamespace().getCollectionName()))
                .append("force", BsonBoolean.TRUE));
    return "compacted";
  }
}
