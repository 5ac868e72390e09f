import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A bare loop over HBase's asynchronous client: 80 Gets to 20 Puts of 1,000 bytes. Each answer
 * sends the next request. The folder of hbase-site.xml is on the class path. Arguments: table,
 * connections, requests in flight, seconds of warm-up, seconds. Prints requests a second, and
 * microseconds of processor time for each.
 */
final class Loop {
  private static final byte[] FAMILY = {'f'};
  private static final byte[] FIELD = "field0".getBytes();

  private final AtomicLong done = new AtomicLong();
  private final List<byte[]> keys = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    Loop loop = new Loop();
    Configuration configuration = HBaseConfiguration.create();
    List<AsyncTable<AdvancedScanResultConsumer>> tables = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      tables.add(
          ConnectionFactory.createAsyncConnection(configuration)
              .get()
              .getTable(TableName.valueOf(args[0])));
    }
    for (Result row : tables.getFirst().scanAll(new Scan()).get()) {
      loop.keys.add(row.getRow());
    }
    for (int i = 0; i < Integer.parseInt(args[2]); i++) {
      loop.next(tables.get(i % tables.size()));
    }
    Thread.sleep(Long.parseLong(args[3]) * 1000);
    long before = loop.done.get();
    long cpuBefore = cpuNanos();
    long start = System.nanoTime();
    Thread.sleep(Long.parseLong(args[4]) * 1000);
    double nanos = System.nanoTime() - start;
    long items = loop.done.get() - before;
    System.out.println(items / nanos * 1e9 + " " + (cpuNanos() - cpuBefore) / 1e3 / items);
    System.exit(0);
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean)
            java.lang.management.ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private void next(AsyncTable<AdvancedScanResultConsumer> table) {
    request(table)
        .whenComplete((_, failure) -> {
          if (failure != null) {
            failure.printStackTrace();
            System.exit(1);
          }
          done.incrementAndGet();
          next(table);
        });
  }

  private CompletableFuture<?> request(AsyncTable<AdvancedScanResultConsumer> table) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    byte[] key = keys.get(random.nextInt(keys.size()));
    if (random.nextInt(100) < 80) {
      return table
          .get(new Get(key).addFamily(FAMILY))
          .thenAccept(row -> {
            if (row.isEmpty()) {
              throw new IllegalStateException("no row");
            }
          });
    }
    byte[] value = new byte[1000];
    random.nextBytes(value);
    return table.put(new Put(key).addColumn(FAMILY, FIELD, value));
  }
}
