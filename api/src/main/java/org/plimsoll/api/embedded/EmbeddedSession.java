package org.plimsoll.api.embedded;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Row;
import org.plimsoll.api.kit.RowFrame;

/**
 * A session that calls the shared store with its own buffers. Each call holds the lock of the
 * session, because a call to a closed store could crash the process. There is no contention until
 * the client closes.
 */
final class EmbeddedSession implements BlockingSession {
  private static final FailureCode DISK_FULL = FailureCode.own("disk-full");

  private final EmbeddedStore store;
  private final EmbeddedStore.Access access;
  private final RowFrame rows;
  private final FoundValue found = new FoundValue();
  private final ReentrantLock calling = new ReentrantLock();
  private volatile boolean closed;
  private boolean released;
  private byte[] encoded = new byte[0];

  EmbeddedSession(EmbeddedStore store, EmbeddedStore.Access access, RowFrame rows) {
    this.store = store;
    this.access = access;
    this.rows = rows;
  }

  /** Thrown if a call is made after the session was closed. */
  static final class ClosedException extends Exception {
    private static final long serialVersionUID = 1;

    ClosedException() {
      super("the session is closed");
    }
  }

  /** Thrown if the disk is full while a memory-mapped file grows, or if somebody truncates it. */
  private static final class MappedFileException extends IOException {
    private static final long serialVersionUID = 1;

    MappedFileException(InternalError cause) {
      super("a memory-mapped file could not be accessed: No space left on device?", cause);
    }
  }

  @Override
  public Outcome execute(Operation operation) throws Exception {
    calling.lock();
    try {
      if (closed) {
        throw new ClosedException();
      }
      return switch (operation.type().kind()) {
        case READ ->
            access.get(operation.key().bytes(), found)
                ? rows.found(found.bytes(), found.length())
                : Outcome.notFound();
        case INSERT, UPDATE -> write(operation);
        case DELETE ->
            access.delete(operation.key().bytes()) ? Outcome.succeeded(0) : Outcome.notFound();
        case SCAN -> rows.foundAll(access.scan(operation.key().bytes(), operation.scanLength()));
        case BULK_READ -> bulkRead(operation);
        case BULK_WRITE -> bulkWrite(operation);
        case OWN, READ_MODIFY_WRITE -> Outcome.failed(Common.UNSUPPORTED).withAttempts(0);
      };
    } catch (InternalError e) {
      // The JVM throws this error if it cannot read or allocate a page of a memory-mapped file.
      throw new MappedFileException(e);
    } finally {
      calling.unlock();
    }
  }

  /** Encodes the operation's row without writing it, and makes a harmless call of the engine. */
  @Override
  public void rehearse(Operation operation) throws Exception {
    calling.lock();
    try {
      if (closed) {
        throw new ClosedException();
      }
      if (operation.type().row() && rows.isNamed()) {
        var _ = encode(operation.row());
      }
      access.rehearse();
    } finally {
      calling.unlock();
    }
  }

  @Override
  public FailureCode failureCode(Exception exception) {
    if (exception instanceof ClosedException) {
      return Common.CLOSED;
    }
    boolean isFull =
        Causes.of(exception).stream()
            .anyMatch(cause -> String.valueOf(cause.getMessage()).contains("No space left"));
    return isFull ? DISK_FULL : store.failureCode(exception);
  }

  /** Returns false, because an interrupt closes the files of some engines for all sessions. */
  @Override
  public boolean isInterruptible() {
    return false;
  }

  /**
   * Rejects later calls without waiting for the running one, which releases the access when it
   * ends.
   */
  @Override
  public void close() {
    closed = true;
    if (calling.tryLock()) {
      try {
        release();
      } finally {
        calling.unlock();
      }
    }
  }

  /** Returns whether the session no longer uses the store. */
  boolean isDone() {
    if (closed) {
      close();
    }
    return closed && !calling.isLocked();
  }

  /** Waits until no call is running, and rejects later calls. */
  void closeAndWait() {
    calling.lock();
    try {
      closed = true;
      release();
    } finally {
      calling.unlock();
    }
  }

  private void release() {
    if (!released) {
      released = true;
      access.close();
    }
  }

  private Outcome write(Operation operation) throws Exception {
    byte[] key = operation.key().bytes();
    Row row = operation.row();
    if (rows.isNamed()) {
      int length = encode(row);
      access.put(key, encoded, 0, length);
    } else {
      access.put(key, row.buffer(), row.offset(0), row.length(0));
    }
    return Outcome.succeeded(row.totalBytes());
  }

  private Outcome bulkRead(Operation operation) throws Exception {
    List<byte[]> keys = new ArrayList<>(operation.size());
    for (int i = 0; i < operation.size(); i++) {
      keys.add(operation.key(i).bytes());
    }
    return rows.foundAll(access.getAll(keys));
  }

  private Outcome bulkWrite(Operation operation) throws Exception {
    List<byte[]> keys = new ArrayList<>(operation.size());
    List<byte[]> values = new ArrayList<>(operation.size());
    long rowBytes = 0;
    for (int i = 0; i < operation.size(); i++) {
      Row row = operation.row(i);
      rowBytes += row.totalBytes();
      keys.add(operation.key(i).bytes());
      values.add(rows.encode(row));
    }
    access.putAll(keys, values);
    return Outcome.succeeded(operation.size(), rowBytes);
  }

  private int encode(Row row) {
    int length = rows.length(row);
    if (length > encoded.length) {
      encoded = new byte[Math.max(length, 2 * encoded.length)];
    }
    return rows.encode(row, encoded);
  }
}
