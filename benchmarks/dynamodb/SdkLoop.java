import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A typical hand-written DynamoDB benchmark: threads that call the SDK in a loop, 80 % reads and 20
 * % puts, with the SDK's defaults. Prints operations a second and processor seconds for a million
 * of them.
 */
public final class SdkLoop {
  private SdkLoop() {}

  public static void main(String[] args) throws Exception {
    URI endpoint = URI.create(args[0]);
    String table = args[1];
    int threads = Integer.parseInt(args[2]);
    long seconds = Long.parseLong(args[3]);
    int keys = Integer.parseInt(args[4]);
    try (DynamoDbAsyncClient client =
        DynamoDbAsyncClient.builder()
            .endpointOverride(endpoint)
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
            .build()) {
      load(client, table, threads, 5, keys); // warm-up
      long cpuNanos = cpuNanos();
      long nanos = System.nanoTime();
      long operations = load(client, table, threads, seconds, keys);
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
      DynamoDbAsyncClient client, String table, int threads, long seconds, int keys)
      throws InterruptedException {
    LongAdder done = new LongAdder();
    long endNanos = System.nanoTime() + seconds * 1_000_000_000L;
    Thread[] workers = new Thread[threads];
    for (int t = 0; t < threads; t++) {
      SplittableRandom random = new SplittableRandom(t);
      workers[t] =
          Thread.ofPlatform().start(() -> {
            byte[] value = new byte[1000];
            while (System.nanoTime() < endNanos) {
              AttributeValue id =
                  AttributeValue.fromS("user%012d".formatted(random.nextInt(keys)));
              if (random.nextInt(100) < 80) {
                client.getItem(get -> get.tableName(table).key(Map.of("id", id))).join();
              } else {
                random.nextBytes(value);
                AttributeValue field = AttributeValue.fromB(SdkBytes.fromByteArray(value));
                client
                    .putItem(put -> put.tableName(table).item(Map.of("id", id, "field0", field)))
                    .join();
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
