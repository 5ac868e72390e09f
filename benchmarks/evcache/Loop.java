import com.netflix.evcache.EVCache;
import com.netflix.evcache.EVCacheLatch.Policy;
import com.netflix.evcache.EVCacheTranscoder;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * A loop of one thread over EVCache's own client, as its samples do: 80 % gets, and 20 % sets that
 * wait for all zones. Prints operations a second and processor microseconds for one.
 */
public final class Loop {
  private Loop() {}

  public static void main(String[] args) throws Exception {
    String zones = args[0];
    long seconds = Long.parseLong(args[1]);
    int keys = Integer.parseInt(args[2]);
    System.setProperty("net.spy.log.LoggerImpl", "net.spy.memcached.compat.log.SLF4JLogger");
    System.setProperty("evcache.use.simple.node.list.provider", "true");
    System.setProperty("EVCACHE_LOOP-NODES", zones);
    System.setProperty("EVCACHE_LOOP.EVCacheClientPool.readTimeout", "1000");
    System.setProperty("EVCacheClientPoolManager.log.apps", "none");
    EVCache cache = new EVCache.Builder().setAppName("EVCACHE_LOOP").build();
    EVCacheTranscoder bytes = new EVCacheTranscoder(1 << 20, Integer.MAX_VALUE);
    load(cache, bytes, 5, keys); // warm-up
    long cpuNanos = cpuNanos();
    long nanos = System.nanoTime();
    long operations = load(cache, bytes, seconds, keys);
    double elapsed = (System.nanoTime() - nanos) / 1e9;
    System.out.printf(
        "%.0f %.1f%n", operations / elapsed, (cpuNanos() - cpuNanos) / 1e3 / operations);
    System.exit(0); // the client's threads are no daemons
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static long load(EVCache cache, EVCacheTranscoder bytes, long seconds, int keys)
      throws Exception {
    long endNanos = System.nanoTime() + seconds * 1_000_000_000L;
    SplittableRandom random = new SplittableRandom(1);
    byte[] value = new byte[1000];
    long done = 0;
    long found = 0;
    while (System.nanoTime() < endNanos) {
      String key = "user%012d".formatted(random.nextInt(keys));
      if (random.nextInt(100) < 80) {
        Object read = cache.get(key, bytes);
        found += read == null ? 0 : 1;
      } else {
        random.nextBytes(value);
        if (!cache.set(key, value.clone(), bytes, 0, Policy.ALL).await(5, TimeUnit.SECONDS)) {
          throw new IllegalStateException("a write has no answer");
        }
      }
      done++;
    }
    if (found < done / 2) {
      throw new IllegalStateException("the keys are missing");
    }
    return done;
  }
}
