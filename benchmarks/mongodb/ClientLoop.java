import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * A typical hand-written MongoDB benchmark: virtual threads that call the client library in a loop,
 * 80 % finds by id and 20 % updates. Prints operations a second and processor microseconds for one.
 */
public final class ClientLoop {
  private ClientLoop() {}

  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[2]);
    long warmUpSeconds = Long.parseLong(args[3]);
    long seconds = Long.parseLong(args[4]);
    int keys = Integer.parseInt(args[5]);
    try (MongoClient client = MongoClients.create(args[0])) {
      MongoCollection<BsonDocument> collection =
          client.getDatabase(args[1]).getCollection("usertable", BsonDocument.class);
      load(collection, threads, warmUpSeconds, keys);
      long cpuNanos = cpuNanos();
      long nanos = System.nanoTime();
      long operations = load(collection, threads, seconds, keys);
      double elapsed = (System.nanoTime() - nanos) / 1e9;
      System.out.printf(
          "%.0f %.1f%n", operations / elapsed, (cpuNanos() - cpuNanos) / 1e3 / operations);
    }
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static long load(
      MongoCollection<BsonDocument> collection, int threads, long seconds, int keys)
      throws InterruptedException {
    LongAdder done = new LongAdder();
    long endNanos = System.nanoTime() + seconds * 1_000_000_000L;
    Thread[] workers = new Thread[threads];
    for (int t = 0; t < threads; t++) {
      SplittableRandom random = new SplittableRandom(t);
      workers[t] =
          Thread.ofVirtual().start(() -> {
            byte[] value = new byte[1000];
            while (System.nanoTime() < endNanos) {
              String key = "user%012d".formatted(random.nextInt(keys));
              BsonDocument byId = new BsonDocument("_id", new BsonString(key));
              if (random.nextInt(100) < 80) {
                BsonDocument _ = collection.find(byId).first();
              } else {
                random.nextBytes(value);
                BsonDocument change =
                    new BsonDocument("field0", new BsonBinary(value.clone()));
                var _ = collection.updateOne(byId, new BsonDocument("$set", change));
              }
              done.increment();
            }
          });
    }
    for (Thread worker : workers) {
      worker.join();
    }
    return done.sum();
  }
}
