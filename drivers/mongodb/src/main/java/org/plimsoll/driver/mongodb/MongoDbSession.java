package org.plimsoll.driver.mongodb;

import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ClusterType;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;

/** A session that runs one request or one transaction at a time. */
final class MongoDbSession implements BlockingSession {
  static final OperationType BEGIN = step("begin");
  static final OperationType COMMIT = step("commit");
  static final OperationType ROLLBACK = step("rollback");

  private static final BsonDocument PING = new BsonDocument("ping", new BsonInt32(1));

  private final Shared shared;
  private final Consumer<MongoDbSession> onClose;
  private volatile @Nullable ClientSession transaction;
  private volatile boolean closed;

  /** The current values of the live settings, with the collections to which they are applied. */
  record Tuned(
      Tuning tuning,
      MongoCollection<BsonDocument> collection,
      MongoCollection<BsonDocument> primary) {}

  /** The state that all sessions share. */
  record Shared(
      MongoClient client,
      MongoDatabase database,
      CollectionOperations operations,
      Supplier<Tuned> tuned) {}

  MongoDbSession(Shared shared, Consumer<MongoDbSession> onClose) {
    this.shared = shared;
    this.onClose = onClose;
  }

  private static OperationType step(String name) {
    return new OperationType(name, OperationType.Side.WRITES, false, false);
  }

  @Override
  public Outcome execute(Operation operation) {
    if (closed) {
      return Outcome.failed(Common.CLOSED).withAttempts(0);
    }
    if (transaction != null && !operation.place().continues()) {
      rollBack(); // The last steps of the transaction were never sent.
    }
    try {
      Outcome outcome = perform(operation);
      if (outcome.status() != Outcome.Status.SUCCEEDED || !operation.place().hasNext()) {
        rollBack(); // No later step can end the transaction.
      }
      return outcome;
    } catch (RuntimeException e) {
      rollBack();
      return Failures.outcome(e);
    }
  }

  private Outcome perform(Operation operation) {
    OperationType type = operation.type();
    Tuned tuned = shared.tuned().get();
    if (type.equals(BEGIN)) {
      return begin(tuned.tuning());
    }
    if (type.equals(COMMIT) || type.equals(ROLLBACK)) {
      return end(type.equals(COMMIT));
    }
    ClientSession open = transaction;
    // A transaction reads from the primary, regardless of the read preference of other reads.
    Requests requests = new Requests(open == null ? tuned.collection() : tuned.primary(), open);
    return shared.operations().execute(operation, requests, tuned.tuning());
  }

  /**
   * Starts a transaction. A standalone server does not support transactions, and some servers
   * silently ignore the request.
   */
  private Outcome begin(Tuning tuning) {
    if (shared.client().getClusterDescription().getType() == ClusterType.STANDALONE) {
      return Outcome.failed(Common.UNSUPPORTED, "transactions need a replica set or a router")
          .withAttempts(0);
    }
    ClientSession opened = shared.client().startSession();
    transaction = opened;
    opened.startTransaction(
        TransactionOptions.builder()
            .readPreference(ReadPreference.primary())
            .readConcern(tuning.readConcern())
            .writeConcern(tuning.writeConcern())
            .build());
    return Outcome.succeeded(0, 0);
  }

  private Outcome end(boolean commits) {
    ClientSession open = transaction;
    if (open == null) {
      return Outcome.failed(FailureCode.own("no-transaction")).withAttempts(0);
    }
    if (commits) {
      open.commitTransaction();
    } else {
      open.abortTransaction();
    }
    transaction = null;
    open.close();
    return Outcome.succeeded(0, 0);
  }

  /**
   * Rolls back the open transaction, if there is one. The request is sent to the server, but its
   * answer is not awaited.
   */
  private void rollBack() {
    ClientSession open = transaction;
    transaction = null;
    if (open != null) {
      var _ = Thread.ofVirtual().name("mongodb-rollback").start(open::close);
    }
  }

  @Override
  public void rehearse(Operation operation) {
    if (!closed) {
      rollBack();
      var _ = shared.database().runCommand(PING, shared.tuned().get().tuning().readPreference());
    }
  }

  @Override
  public FailureCode failureCode(Exception exception) {
    return closed ? Common.CLOSED : Failures.codeOf(exception);
  }

  /** Closes the session. The engine interrupts a call in flight, which closes its connection. */
  @Override
  public void close() {
    closed = true;
    rollBack();
    onClose.accept(this);
  }
}
