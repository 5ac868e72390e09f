import com.netflix.evcache.EVCache;
import com.netflix.evcache.EVCacheLatch.Policy;
import com.netflix.evcache.EVCacheTranscoder;
import com.netflix.evcache.connection.ConnectionFactoryBuilder;
import com.netflix.evcache.pool.EVCacheClientPoolManager;
import com.netflix.evcache.pool.EVCacheNodeList;
import com.netflix.evcache.pool.EVCacheServerGroupConfig;
import com.netflix.evcache.pool.ServerGroup;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
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
    System.setProperty("EVCACHE_LOOP.EVCacheClientPool.readTimeout", "1000");
    System.setProperty("EVCacheClientPoolManager.log.apps", "none");
    EVCacheNodeList nodes = app -> groups(zones);
    var _ = new EVCacheClientPoolManager(new ConnectionFactoryBuilder(), nodes);
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

  /** Server groups from {@code zone-1=host:port;zone-2=host:port}. */
  private static Map<ServerGroup, EVCacheServerGroupConfig> groups(String zones) {
    Map<ServerGroup, EVCacheServerGroupConfig> groups = new HashMap<>();
    for (String zone : zones.split(";")) {
      String[] parts = zone.split("[=:]");
      ServerGroup group = new ServerGroup(parts[0], parts[0]);
      Set<InetSocketAddress> nodes =
          Set.of(new InetSocketAddress(parts[1], Integer.parseInt(parts[2])));
      groups.put(group, new EVCacheServerGroupConfig(group, nodes, 0, 0, 0));
    }
    return groups;
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
