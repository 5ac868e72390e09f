package org.plimsoll.driver.mongodb;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import org.bson.BsonDocument;
import org.plimsoll.api.SettingValues;

/** The current values of the live settings. */
record Tuning(
    WriteConcern writeConcern,
    ReadPreference readPreference,
    ReadConcern readConcern,
    boolean ordered,
    int batchSize,
    Pipeline pipeline) {
  static Tuning of(SettingValues settings) {
    return new Tuning(
        settings.get(MongoDbSettings.JOURNAL).with(settings.get(MongoDbSettings.WRITE_CONCERN)),
        settings.get(MongoDbSettings.READ_PREFERENCE).preference(),
        settings.get(MongoDbSettings.READ_CONCERN).concern(),
        settings.get(MongoDbSettings.ORDERED),
        Math.toIntExact(settings.get(MongoDbSettings.BATCH_SIZE)),
        settings.get(MongoDbSettings.PIPELINE));
  }

  /** Returns the collection with these concerns. */
  MongoCollection<BsonDocument> applied(MongoCollection<BsonDocument> collection) {
    return collection
        .withWriteConcern(writeConcern)
        .withReadPreference(readPreference)
        .withReadConcern(readConcern);
  }
}
