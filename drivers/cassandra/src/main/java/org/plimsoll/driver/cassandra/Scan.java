package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;

/**
 * A read of many rows, page by page. The pages arrive one after the other on threads of the
 * library.
 */
final class Scan {
  private final Request request;
  private final Reader reader;
  private final int most;
  private final List<@Nullable ByteBuffer[]> rows = new ArrayList<>();
  private long payloadBytes;
  private int attempts = 1;

  Scan(Request request, Reader reader, int most) {
    this.request = request;
    this.reader = reader;
    this.most = most;
  }

  void page(@Nullable AsyncResultSet page, @Nullable Throwable failure) {
    if (page == null) {
      request.finish(Failures.outcome(failure == null ? new IllegalStateException() : failure));
      return;
    }
    try {
      attempts = Math.max(attempts, Answers.attempts(page.getExecutionInfo()));
      for (Row row : page.currentPage()) {
        @Nullable ByteBuffer[] fields = reader.fields(row);
        payloadBytes += Reader.bytes(fields);
        rows.add(fields);
      }
      if (rows.size() < most && page.hasMorePages() && !request.hasEnded()) {
        var _ = page.fetchNextPage().whenComplete(this::page);
        return;
      }
      Outcome found = Outcome.succeeded(rows.size(), payloadBytes).withRows(reader.lending(rows));
      request.finish(attempts == 1 ? found : found.withAttempts(attempts));
    } catch (RuntimeException e) {
      request.finish(Failures.outcome(e));
    }
  }
}
