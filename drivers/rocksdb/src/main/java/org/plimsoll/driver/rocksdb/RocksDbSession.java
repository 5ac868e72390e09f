package org.plimsoll.driver.rocksdb;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Row;
import org.plimsoll.api.kit.RowFrame;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A session that calls the shared database with its own buffers. A call holds the lock of the
 * session, without contention until the client closes: a call to a closed database would crash the
 * process.
 */
final class RocksDbSession implements BlockingSession {
  private static final int INITIAL_BUFFER_BYTES = 4096;

  private final RocksDB database;

  /** Read for each write, since the options can change during a run. */
  private final Supplier<WriteOptions> writeOptions;

  private final RowFrame rows;
  private final ReentrantLock calling = new ReentrantLock();
  private volatile boolean closed;
  private byte[] buffer = new byte[INITIAL_BUFFER_BYTES];

  RocksDbSession(RocksDB database, Supplier<WriteOptions> writeOptions, RowFrame rows) {
    this.database = database;
    this.writeOptions = writeOptions;
    this.rows = rows;
  }

  /** Thrown if a call follows the close. */
  static final class ClosedException extends Exception {
    private static final long serialVersionUID = 1;

    ClosedException() {
      super("the session is closed");
    }
  }

  @Override
  public Outcome execute(Operation operation) throws RocksDBException, ClosedException {
    calling.lock();
    try {
      if (closed) {
        throw new ClosedException();
      }
      return switch (operation.type().kind()) {
        case READ -> read(operation);
        case INSERT, UPDATE -> write(operation);
        case DELETE -> delete(operation);
        case SCAN -> scan(operation);
        case BULK_READ -> bulkRead(operation);
        case BULK_WRITE -> bulkWrite(operation);
        case OWN, READ_MODIFY_WRITE -> Outcome.failed(Common.UNSUPPORTED).withAttempts(0);
      };
    } finally {
      calling.unlock();
    }
  }

  /**
   * Encodes the operation's row, without writing it, and calls the native library for a number that
   * it keeps in memory.
   */
  @Override
  public void rehearse(Operation operation) throws ClosedException {
    calling.lock();
    try {
      if (closed) {
        throw new ClosedException();
      }
      if (operation.type().row() && rows.isNamed()) {
        var _ = encode(operation.row());
      }
      var _ = database.getLatestSequenceNumber();
    } finally {
      calling.unlock();
    }
  }

  @Override
  public FailureCode failureCode(Exception exception) {
    if (exception instanceof ClosedException) {
      return Common.CLOSED;
    }
    if (!(exception instanceof RocksDBException rocks) || rocks.getStatus() == null) {
      return FailureCode.of(exception);
    }
    Status.Code code = rocks.getStatus().getCode();
    return switch (code) {
      case IOError -> Common.IO_ERROR;
      case Busy -> Common.BUSY;
      case TimedOut -> Common.TIMEOUT;
      case NotSupported -> Common.UNSUPPORTED;
      default ->
          FailureCode.own(
              code.name().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT));
    };
  }

  /** Rejects later calls; does not wait for the running one. */
  @Override
  public void close() {
    closed = true;
  }

  /** Whether the session no longer uses the database. */
  boolean isDone() {
    return closed && !calling.isLocked();
  }

  /** Waits until no call is running, and rejects later calls. */
  void closeAndWait() {
    calling.lock();
    try {
      closed = true;
    } finally {
      calling.unlock();
    }
  }

  private Outcome read(Operation operation) throws RocksDBException {
    byte[] key = operation.key().bytes();
    int length = database.get(key, 0, key.length, buffer, 0, buffer.length);
    while (length > buffer.length) {
      buffer = new byte[Math.max(length, 2 * buffer.length)];
      length = database.get(key, 0, key.length, buffer, 0, buffer.length);
    }
    if (length == RocksDB.NOT_FOUND) {
      return Outcome.notFound();
    }
    return rows.found(buffer, length);
  }

  private Outcome write(Operation operation) throws RocksDBException {
    byte[] key = operation.key().bytes();
    Row row = operation.row();
    if (rows.isNamed()) {
      int length = encode(row);
      database.put(writeOptions.get(), key, 0, key.length, buffer, 0, length);
    } else {
      database.put(
          writeOptions.get(), key, 0, key.length, row.buffer(), row.offset(0), row.length(0));
    }
    return Outcome.succeeded(row.totalBytes());
  }

  private Outcome delete(Operation operation) throws RocksDBException {
    database.delete(writeOptions.get(), operation.key().bytes());
    return Outcome.succeeded(0);
  }

  private Outcome scan(Operation operation) throws RocksDBException {
    List<byte @Nullable []> values = new ArrayList<>();
    try (RocksIterator iterator = database.newIterator()) {
      iterator.seek(operation.key().bytes());
      while (values.size() < operation.scanLength() && iterator.isValid()) {
        values.add(iterator.value());
        iterator.next();
      }
      iterator.status();
    }
    return found(values);
  }

  private Outcome bulkRead(Operation operation) throws RocksDBException {
    List<byte[]> keys = new ArrayList<>(operation.size());
    for (int i = 0; i < operation.size(); i++) {
      keys.add(operation.key(i).bytes());
    }
    return found(new ArrayList<byte @Nullable []>(database.multiGetAsList(keys)));
  }

  private Outcome bulkWrite(Operation operation) throws RocksDBException {
    long rowBytes = 0;
    try (WriteBatch batch = new WriteBatch()) {
      for (int i = 0; i < operation.size(); i++) {
        Row row = operation.row(i);
        rowBytes += row.totalBytes();
        byte[] key = operation.key(i).bytes();
        batch.put(key, rows.encode(row));
      }
      database.write(writeOptions.get(), batch);
    }
    return Outcome.succeeded(operation.size(), rowBytes);
  }

  /** The outcome of a read of several rows, where null is a missing row. */
  private Outcome found(List<byte @Nullable []> values) {
    int items = 0;
    long valueBytes = 0;
    for (byte[] value : values) {
      if (value != null) {
        items++;
        valueBytes += rows.payloadBytes(value, value.length);
      }
    }
    if (items == 0) {
      return Outcome.notFound();
    }
    return Outcome.succeeded(items, valueBytes)
        .withRows(visitor -> {
          for (int i = 0; i < values.size(); i++) {
            byte[] value = values.get(i);
            if (value != null) {
              rows.visit(i, value, value.length, visitor);
            }
          }
        });
  }

  private int encode(Row row) {
    int length = rows.length(row);
    if (length > buffer.length) {
      buffer = new byte[Math.max(length, 2 * buffer.length)];
    }
    return rows.encode(row, buffer);
  }
}
