package org.plimsoll.driver.mongodb;

import com.mongodb.WriteConcern;
import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.SchemaUse;
import org.plimsoll.api.kit.ServersAddress;

/** Settings of {@code mongodb}. */
final class MongoDbSettings {
  static final ServersAddress.Form ADDRESS =
      ServersAddress.Form.servers(27_017)
          .named(
              "database", "plimsoll", "[A-Za-z0-9_-]{1,63}", "up to 63 letters, digits, _ and -");
  static final Setting<String> COLLECTION =
      Setting.text(
              "collection",
              "usertable",
              Setting.Reach.NOTHING,
              "letters, digits, ., _ and -, starting with a letter or _, without system.",
              MongoDbSettings::parseCollection)
          .describedAs("collection of the documents; created if missing");
  static final Setting<KeyForm> KEY_TYPE =
      Setting.choice("key-type", KeyForm.TEXT)
          .describedAs("BSON type of _id: text, number (64 bits) or bytes");
  static final Setting<Long> INDEX_VALUES =
      Setting.count("index-values", "0", 0, 1L << 40)
          .describedAs(
              "distinct values of the field indexed, which has a secondary index; 0: no such"
                  + " field");
  static final Setting<WriteConcern> WRITE_CONCERN =
      Setting.text(
              "write-concern",
              "default",
              Setting.Reach.NOTHING,
              WriteConcerns.ALLOWED,
              WriteConcerns::parse)
          .describedAs("members that must have a write before it is acknowledged")
          .asLive();
  static final Setting<Journal> JOURNAL =
      Setting.choice("journal", Journal.DEFAULT)
          .describedAs("a write also waits until the journal is on disk")
          .asLive();
  static final Setting<ReadFrom> READ_PREFERENCE =
      Setting.choice("read-preference", ReadFrom.PRIMARY)
          .describedAs("members of a replica set that answer reads")
          .asLive();
  static final Setting<ReadLevel> READ_CONCERN =
      Setting.choice("read-concern", ReadLevel.DEFAULT)
          .describedAs("writes that a read may return; default: the setting of the server")
          .asLive();
  static final Setting<InsertForm> INSERT =
      Setting.choice("insert", InsertForm.UPSERT)
          .describedAs(
              "upsert: an insert replaces an existing document; insert: it fails if the"
                  + " document exists");
  static final Setting<UpdateForm> UPDATE =
      Setting.choice("update", UpdateForm.UPDATE)
          .describedAs(
              "update: an update of a missing document is not found; upsert: it creates the"
                  + " document");
  static final Setting<Boolean> ORDERED =
      Setting.flag("ordered", false)
          .describedAs("the server executes a bulk write in order, and stops at the first failure")
          .asLive();
  static final Setting<Long> BATCH_SIZE =
      Setting.count("batch-size", "0", 0, 1_000_000)
          .describedAs("documents in one answer of the server to a scan; 0: the server decides")
          .asLive();
  static final Setting<Pipeline> PIPELINE =
      Setting.text(
              "pipeline",
              "[{\"$match\":{\"_id\":{\"$gte\":\"{key}\"}}},{\"$sort\":{\"_id\":1}},"
                  + "{\"$limit\":100},{\"$group\":{\"_id\":null,\"rows\":{\"$sum\":1}}}]",
              Setting.Reach.NOTHING,
              Pipeline.ALLOWED,
              Pipeline::parse)
          .describedAs("pipeline of aggregate; placeholders: \"{key}\", \"{number}\", \"{index}\"")
          .asLive();
  static final Setting<SchemaUse> SCHEMA =
      SchemaUse.SETTING.describedAs(
          "create what is missing; recreate: drop the collection first; temporary: also drop"
              + " it at the end; none: everything must exist");
  static final Setting<String> REPLICA_SET =
      Setting.text("replica-set", "", Setting.Reach.NOTHING)
          .describedAs(
              "name of the replica set whose members the driver follows; empty: the driver"
                  + " uses the nodes of the target");
  static final Setting<Long> CONNECTIONS =
      Setting.count("connections", "0", 0, 100_000)
          .describedAs("maximum number of connections to each node; 0: one for each session");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s").describedAs("timeout for a new connection");
  static final Setting<Duration> SELECTION_TIMEOUT =
      Setting.duration("selection-timeout", "1s", "1ms")
          .describedAs(
              "maximum time that an operation waits for a usable node or a free connection");
  static final Setting<Compression> COMPRESSION =
      Setting.choice("compression", Compression.NONE)
          .describedAs("none; zlib: compress requests and answers, if the server supports it");
  static final Setting<String> AUTH_SOURCE =
      Setting.text("auth-source", "admin", Setting.Reach.NOTHING)
          .describedAs("database in which the user is defined");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          COLLECTION,
          KEY_TYPE,
          INDEX_VALUES,
          WRITE_CONCERN,
          JOURNAL,
          READ_PREFERENCE,
          READ_CONCERN,
          INSERT,
          UPDATE,
          ORDERED,
          BATCH_SIZE,
          PIPELINE,
          SCHEMA,
          REPLICA_SET,
          CONNECTIONS,
          CONNECT_TIMEOUT,
          SELECTION_TIMEOUT,
          COMPRESSION,
          TlsSettings.TLS,
          TlsSettings.VERIFY,
          TlsSettings.AUTHORITIES,
          AUTH_SOURCE,
          Credentials.USER,
          Credentials.PASSWORD);

  private MongoDbSettings() {}

  private static String parseCollection(String text) {
    if (!text.matches("[A-Za-z_][A-Za-z0-9._-]{0,119}") || text.startsWith("system.")) {
      throw new IllegalArgumentException("must be a name");
    }
    return text;
  }
}
