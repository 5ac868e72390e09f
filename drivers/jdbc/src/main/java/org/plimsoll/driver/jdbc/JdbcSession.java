package org.plimsoll.driver.jdbc;

import java.sql.SQLException;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Timeline;

/** A session that runs one statement or one transaction at a time. */
final class JdbcSession implements BlockingSession {
  static final OperationType BEGIN = step("begin");
  static final OperationType COMMIT = step("commit");
  static final OperationType ROLLBACK = step("rollback");

  private final Shared shared;
  private final Lease lease;
  private final RandomGenerator random;
  private final Consumer<JdbcSession> onClose;

  /** The connection that an operation or an open transaction is using. */
  private volatile @Nullable Link link;

  private volatile boolean executing;
  private volatile boolean closed;

  private boolean inUsersTransaction;

  /** The state that all sessions share. */
  record Shared(
      TableOperations table,
      Map<String, UserStatement> statements,
      Supplier<Tuning> tuning,
      Timeline timeline) {}

  JdbcSession(Shared shared, Lease lease, RandomGenerator random, Consumer<JdbcSession> onClose) {
    this.shared = shared;
    this.lease = lease;
    this.random = random;
    this.onClose = onClose;
  }

  private static OperationType step(String name) {
    return new OperationType(name, OperationType.Side.WRITES, false, false);
  }

  /** Connects, so that an unreachable target is detected before the first operation. */
  void connect() throws SQLException {
    lease.giveBack(lease.take(shared.tuning().get()));
  }

  @Override
  public Outcome execute(Operation operation) {
    executing = true;
    try {
      return closed ? Outcome.failed(Common.CLOSED).withAttempts(0) : attempts(operation);
    } finally {
      executed();
    }
  }

  @Override
  public void rehearse(Operation operation) throws SQLException {
    executing = true;
    try {
      if (!closed) {
        rehearse();
      }
    } finally {
      executed();
    }
  }

  private void executed() {
    executing = false;
    if (closed) {
      release();
    }
  }

  private void rehearse() throws SQLException {
    if (inUsersTransaction) {
      rollBack(); // The last steps of the transaction were never sent.
    }
    try {
      Link used = lease.take(shared.tuning().get());
      link = used;
      shared.table().rehearse(used);
      link = null;
      lease.giveBack(used);
    } catch (SQLException e) {
      recover(closed ? Common.CLOSED : Failures.codeOf(e));
      throw e;
    } catch (RuntimeException | Error e) {
      recover(Common.CLOSED);
      throw e;
    }
  }

  private Outcome attempts(Operation operation) {
    Tuning tuning = shared.tuning().get();
    boolean alone = !goesOn(operation);
    for (int attempt = 1; ; attempt++) {
      try {
        return attempt(operation, tuning).withAttempts(attempt);
      } catch (SQLException e) {
        FailureCode code = closed ? Common.CLOSED : Failures.codeOf(e);
        recover(code);
        boolean again =
            alone
                && Failures.isRetryable(code)
                && attempt <= tuning.retries()
                && shared.timeline().nanoTime() < operation.deadlineNanos();
        if (!again) {
          return Outcome.failed(code, () -> Failures.messageOf(e)).withAttempts(attempt);
        }
      } catch (RuntimeException | Error e) {
        recover(Common.CLOSED);
        throw e;
      }
    }
  }

  /**
   * Whether the operation is a step of the open transaction. Any other open transaction is rolled
   * back.
   */
  private boolean goesOn(Operation operation) {
    if (inUsersTransaction && !operation.place().continues()) {
      rollBack(); // The last steps of the transaction were never sent.
    }
    return inUsersTransaction;
  }

  private Outcome attempt(Operation operation, Tuning tuning) throws SQLException {
    Link used = link;
    if (used == null) {
      used = lease.take(tuning);
      link = used;
    }
    Outcome outcome = perform(operation, used, tuning);
    boolean last = outcome.status() != Outcome.Status.SUCCEEDED || !operation.place().hasNext();
    if (inUsersTransaction && last) {
      rollBack(); // No later step can end the transaction.
    } else if (!inUsersTransaction) {
      link = null;
      lease.giveBack(used);
    }
    return outcome;
  }

  private Outcome perform(Operation operation, Link used, Tuning tuning) throws SQLException {
    OperationType type = operation.type();
    if (type.kind() == OperationType.Kind.OWN) {
      if (type.equals(BEGIN)) {
        used.begin();
        inUsersTransaction = true;
        return Outcome.succeeded(0, 0);
      }
      if (type.equals(COMMIT) || type.equals(ROLLBACK)) {
        return end(used, type.equals(COMMIT));
      }
    }
    UserStatement statement = shared.statements().get(type.name());
    return statement == null
        ? shared.table().execute(operation, used, tuning)
        : statement.execute(operation, used, random);
  }

  private Outcome end(Link used, boolean commits) throws SQLException {
    if (!inUsersTransaction) {
      return Outcome.failed(FailureCode.own("no-transaction")).withAttempts(0);
    }
    if (commits) {
      used.commit();
    } else {
      used.rollback();
    }
    inUsersTransaction = false;
    return Outcome.succeeded(0, 0);
  }

  private void rollBack() {
    recover(Common.CONFLICT); // Any code that keeps the connection is suitable here.
  }

  /** Rolls back the open transaction, or discards the connection if the failure has broken it. */
  private void recover(FailureCode code) {
    inUsersTransaction = false;
    Link used = link;
    link = null;
    if (used == null) {
      return;
    }
    if (Failures.isBreaking(code)) {
      lease.discard(used);
      return;
    }
    try {
      if (used.inTransaction()) {
        used.rollback();
      }
      lease.giveBack(used);
    } catch (SQLException e) {
      lease.discard(used);
    }
  }

  private void release() {
    recover(Common.CLOSED);
    lease.close();
  }

  @Override
  public FailureCode failureCode(Exception exception) {
    return Failures.codeOf(exception);
  }

  @Override
  public void close() {
    closed = true;
    Link used = link;
    if (!executing) {
      release();
    } else if (used != null) {
      used.abort();
    }
    onClose.accept(this);
  }
}
