package org.plimsoll.driver.mongodb;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.UpdateOptions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.ServersAddress;

/**
 * The client of an opened collection: the client of the client library, and the state that all
 * sessions share.
 */
final class MongoDbTarget implements Client {
  private static final BsonDocument STATUS = new BsonDocument("serverStatus", new BsonInt32(1));
  private static final BsonDocument BUILD = new BsonDocument("buildInfo", new BsonInt32(1));

  private final DriverContext context;
  private final MongoClient client;
  private final Topology topology;
  private final MongoDatabase database;
  private final MongoCollection<BsonDocument> collection;
  private final BsonDocument build;
  private final Schema schema;
  private final ServerStatus status = new ServerStatus();
  private final MongoDbSession.Shared shared;
  private final Set<MongoDbSession> sessions = ConcurrentHashMap.newKeySet();
  private volatile MongoDbSession.Tuned tuned;
  private volatile boolean created;
  private volatile boolean closed;

  private MongoDbTarget(
      DriverContext context,
      MongoClient client,
      Topology topology,
      ServersAddress address,
      BsonDocument build) {
    this.context = context;
    this.client = client;
    this.topology = topology;
    this.build = build;
    SettingValues settings = context.settings();
    database = client.getDatabase(address.name());
    collection =
        database.getCollection(settings.get(MongoDbSettings.COLLECTION), BsonDocument.class);
    tuned = tuned(settings);
    long indexValues = settings.get(MongoDbSettings.INDEX_VALUES);
    schema =
        new Schema(database, collection, settings.get(MongoDbSettings.SCHEMA), indexValues > 0);
    CollectionOperations operations =
        new CollectionOperations(
            new Documents(settings.get(MongoDbSettings.KEY_TYPE), indexValues),
            settings.get(MongoDbSettings.INSERT) == InsertForm.INSERT,
            new UpdateOptions().upsert(settings.get(MongoDbSettings.UPDATE) == UpdateForm.UPSERT));
    shared = new MongoDbSession.Shared(client, database, operations, () -> tuned);
  }

  static MongoDbTarget open(DriverContext context) throws Exception {
    ServersAddress address = MongoDbSettings.ADDRESS.parse(context.address());
    Topology topology = new Topology(context::event);
    MongoClient client = Clients.create(context, address, topology);
    try {
      topology.await(address.toString(), context.settings().get(MongoDbSettings.CONNECT_TIMEOUT));
      BsonDocument build =
          client
              .getDatabase(address.name())
              .runCommand(BUILD, ReadPreference.nearest(), BsonDocument.class);
      return new MongoDbTarget(context, client, topology, address, build);
    } catch (MongoException e) {
      client.close();
      throw Failures.unusable(address.toString(), e);
    } catch (Exception e) {
      client.close();
      throw e;
    }
  }

  private MongoDbSession.Tuned tuned(SettingValues settings) {
    Tuning tuning = Tuning.of(settings);
    MongoCollection<BsonDocument> applied = tuning.applied(collection);
    return new MongoDbSession.Tuned(
        tuning, applied, applied.withReadPreference(ReadPreference.primary()));
  }

  @Override
  public Session openSession() {
    MongoDbSession session = new MongoDbSession(shared, sessions::remove);
    sessions.add(session);
    return context.blocking(session);
  }

  @Override
  public int preferredSessions() {
    long connections = context.settings().get(MongoDbSettings.CONNECTIONS);
    return connections == 0 ? 16 : Math.toIntExact(connections);
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("product", build.containsKey("ferretdbVersion") ? "FerretDB" : "MongoDB");
    facts.put("version", build.getString("version", new BsonString("unknown")).getValue());
    facts.putAll(topology.facts());
    facts.put("collection", collection.getNamespace().getFullName());
    SettingValues settings = context.settings();
    facts.put("write-concern", String.valueOf(tuned.tuning().writeConcern().asDocument()));
    facts.put("read-preference", tuned.tuning().readPreference().getName());
    facts.put("read-concern", String.valueOf(tuned.tuning().readConcern().asDocument()));
    facts.put("compression", settings.get(MongoDbSettings.COMPRESSION).name());
    return facts;
  }

  /** Returns the metrics of the node that the read preference selects. */
  @Override
  public Map<String, Double> telemetry() throws IOException {
    try {
      ReadPreference preference = tuned.tuning().readPreference();
      Map<String, Double> metrics =
          status.ofServer(
              client.getDatabase("admin").runCommand(STATUS, preference, BsonDocument.class));
      BsonDocument statistics =
          new BsonDocument(
              "collStats", new BsonString(collection.getNamespace().getCollectionName()));
      metrics.putAll(
          ServerStatus.ofCollection(
              database.runCommand(statistics, preference, BsonDocument.class)));
      return metrics;
    } catch (MongoException e) {
      throw new IOException(Failures.messageOf(e), e);
    }
  }

  @Override
  public void settingsChanged(SettingValues settings) {
    if (!Tuning.of(settings).equals(tuned.tuning())) {
      tuned = tuned(settings);
    }
  }

  @Override
  public void create() throws IOException {
    try {
      schema.create();
      created = true;
    } catch (MongoException e) {
      throw Failures.unusable(context.address(), e);
    }
  }

  @Override
  public void truncate() {
    var _ = collection.deleteMany(new BsonDocument());
  }

  @Override
  public OptionalLong count() throws IOException {
    try {
      return OptionalLong.of(collection.estimatedDocumentCount());
    } catch (MongoException e) {
      throw Failures.unusable(context.address(), e);
    }
  }

  @Override
  public Map<String, String> hooks() {
    return Maintenance.HOOKS;
  }

  @Override
  public String runHook(String name) throws Exception {
    return runHook(name, "");
  }

  @Override
  public String runHook(String name, String argument) throws Exception {
    return new Maintenance(database, collection).run(name, argument);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    sessions.forEach(MongoDbSession::close);
    try {
      if (created) {
        schema.dropIfTemporary();
      }
    } catch (MongoException e) {
      // The run has ended, so the failure is not reported and the collection remains.
    } finally {
      client.close();
    }
  }
}
