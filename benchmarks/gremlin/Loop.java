import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.Result;
import org.apache.tinkerpop.gremlin.driver.ResultSet;
import org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.structure.util.empty.EmptyGraph;
import org.apache.tinkerpop.gremlin.util.ser.GraphBinaryMessageSerializerV1;

/**
 * A bare loop over the TinkerPop driver: reads one property of random vertices by key. Arguments:
 * port, reads in flight, seconds of warm-up, seconds. Prints reads a second, and microseconds of
 * processor time for each.
 */
final class Loop {
  public static void main(String[] args) throws Exception {
    int inFlight = Integer.parseInt(args[1]);
    Cluster cluster =
        Cluster.build("127.0.0.1")
            .port(Integer.parseInt(args[0]))
            .serializer(new GraphBinaryMessageSerializerV1())
            .minConnectionPoolSize(4)
            .maxConnectionPoolSize(4)
            .maxInProcessPerConnection(inFlight)
            .maxSimultaneousUsagePerConnection(inFlight)
            .create();
    Client client = cluster.connect().alias("g");
    var g = AnonymousTraversalSource.traversal().withEmbedded(EmptyGraph.instance());
    List<String> keys = new ArrayList<>();
    for (Result each : client.submit(g.V().values("plimsoll_key")).all().get()) {
      Traverser<?> traverser = (Traverser<?>) each.getObject();
      keys.add(String.valueOf(traverser.get()));
    }
    Random random = new Random(42);
    Semaphore free = new Semaphore(inFlight);
    AtomicLong done = new AtomicLong();
    long before = 0;
    long cpuBefore = 0;
    long start = System.nanoTime();
    long measured = start + Long.parseLong(args[2]) * 1_000_000_000L;
    long end = measured + Long.parseLong(args[3]) * 1_000_000_000L;
    for (long now = start; now < end; now = System.nanoTime()) {
      if (before == 0 && now >= measured) {
        before = done.get();
        cpuBefore = cpuNanos();
      }
      free.acquire();
      String key = keys.get(random.nextInt(keys.size()));
      client
          .submitAsync(g.V().has("row", "plimsoll_key", key).limit(1).values("field0"))
          .thenCompose(ResultSet::all)
          .whenComplete((results, failure) -> {
            free.release();
            if (failure != null || results.size() != 1) {
              throw new IllegalStateException(key, failure);
            }
            done.incrementAndGet();
          });
    }
    long reads = done.get() - before;
    System.out.println(
        (double) reads / Long.parseLong(args[3]) + " " + (cpuNanos() - cpuBefore) / 1e3 / reads);
    System.exit(0);
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean)
            java.lang.management.ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
