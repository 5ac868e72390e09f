package org.plimsoll.driver.hbase;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/** Counts rows with a scan of their keys, because HBase keeps no count. */
final class RowCount {
  private static final Duration AT_MOST = Duration.ofSeconds(30);
  private static final int ROWS_AT_ONCE = 10_000;

  private final Admin admin;
  private final byte[] family;

  RowCount(Admin admin, String family) {
    this.admin = admin;
    this.family = family.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the number of rows, or empty if the scan takes longer than half a minute. */
  OptionalLong count() throws IOException, InterruptedException {
    Counter counter = new Counter(System.nanoTime() + AT_MOST.toNanos());
    Scan keys =
        new Scan()
            .addFamily(family)
            .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()))
            .setCaching(ROWS_AT_ONCE)
            .setCacheBlocks(false);
    return admin.askTable(
        AT_MOST.multipliedBy(2),
        hub -> {
          hub.table().scan(keys, counter);
          return counter.total;
        });
  }

  /** Counts the rows on the thread of a socket, and ends the scan at its deadline. */
  private static final class Counter implements AdvancedScanResultConsumer {
    private final long deadlineNanos;
    private final CompletableFuture<OptionalLong> total = new CompletableFuture<>();
    private long rows;

    Counter(long deadlineNanos) {
      this.deadlineNanos = deadlineNanos;
    }

    @Override
    public void onNext(Result[] results, ScanController controller) {
      rows += results.length;
      if (System.nanoTime() > deadlineNanos) {
        controller.terminate();
        total.complete(OptionalLong.empty());
      }
    }

    @Override
    public void onError(Throwable failure) {
      total.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      total.complete(OptionalLong.of(rows));
    }
  }
}
