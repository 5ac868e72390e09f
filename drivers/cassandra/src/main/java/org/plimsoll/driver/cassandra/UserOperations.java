package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;

/** Sends the user's statements, and converts their answers to outcomes. */
final class UserOperations {
  private final DriverContext.Counter notApplied;
  private final long seed;

  /** The number of statements sent. It seeds the random numbers of each statement. */
  private final AtomicLong sent = new AtomicLong();

  UserOperations(DriverContext.Counter notApplied, long seed) {
    this.notApplied = notApplied;
    this.seed = seed;
  }

  void send(Operation operation, Request request, PreparedUserStatement prepared, Choices now) {
    RandomGenerator random = new SplittableRandom(seed + sent.getAndIncrement());
    long writtenBytes = operation.type().row() ? operation.row().totalBytes() : 0;
    Statement<?> statement = prepared.bind(operation, now, random);
    if (prepared.definition().selects()) {
      Pages pages = new Pages(request);
      request.session().executeAsync(statement).whenComplete(pages::take);
      return;
    }
    request
        .session()
        .executeAsync(statement)
        .whenComplete((answer, failure) ->
            request.finish(
                failure == null
                    ? written(answer, prepared.definition(), writtenBytes)
                    : Failures.outcome(failure)));
  }

  private Outcome written(AsyncResultSet answer, UserStatement definition, long bytes) {
    int attempts = Answers.attempts(answer.getExecutionInfo());
    if (answer.wasApplied()) {
      return Outcome.succeeded(1, bytes).withAttempts(attempts);
    }
    notApplied.add(1);
    Outcome refused = definition.looksForRows() ? Outcome.notFound() : Outcome.succeeded(0, 0);
    return refused.withAttempts(attempts);
  }

  /** The pages of a select, which arrive one after the other on threads of the library. */
  private static final class Pages {
    private final Request request;
    private int rows;
    private long bytes;
    private int attempts = 1;

    Pages(Request request) {
      this.request = request;
    }

    void take(@Nullable AsyncResultSet page, @Nullable Throwable failure) {
      if (page == null) {
        request.finish(Failures.outcome(failure == null ? new IllegalStateException() : failure));
        return;
      }
      attempts = Math.max(attempts, Answers.attempts(page.getExecutionInfo()));
      for (Row row : page.currentPage()) {
        rows++;
        bytes += bytesOf(row);
      }
      if (page.hasMorePages() && !request.hasEnded()) {
        var _ = page.fetchNextPage().whenComplete(this::take);
        return;
      }
      Outcome found = rows == 0 ? Outcome.notFound() : Outcome.succeeded(rows, bytes);
      request.finish(found.withAttempts(attempts));
    }

    private static long bytesOf(Row row) {
      long bytes = 0;
      for (int i = 0; i < row.size(); i++) {
        ByteBuffer column = row.getBytesUnsafe(i);
        bytes += column == null ? 0 : column.remaining();
      }
      return bytes;
    }
  }
}
