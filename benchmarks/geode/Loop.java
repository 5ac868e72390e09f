import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.geode.cache.Region;
import org.apache.geode.cache.client.ClientCache;
import org.apache.geode.cache.client.ClientCacheFactory;
import org.apache.geode.cache.client.ClientRegionShortcut;

/**
 * A bare loop over Geode's client: 80 gets to 20 puts of 1,000 bytes. Arguments: port of the
 * locator, region, threads, seconds of warm-up, seconds. Prints operations a second.
 */
final class Loop {
  public static void main(String[] args) throws Exception {
    ClientCache cache =
        new ClientCacheFactory()
            .addPoolLocator("127.0.0.1", Integer.parseInt(args[0]))
            .setPoolMaxConnections(-1)
            .setPoolReadTimeout(0)
            .setPoolRetryAttempts(0)
            .set("log-level", "error")
            .set("statistic-sampling-enabled", "false")
            .create();
    Region<String, byte[]> region =
        cache.<String, byte[]>createClientRegionFactory(ClientRegionShortcut.PROXY).create(args[1]);
    List<String> keys = new ArrayList<>(region.keySetOnServer());
    AtomicLong done = new AtomicLong();
    for (int i = 0; i < Integer.parseInt(args[2]); i++) {
      Thread.ofPlatform()
          .daemon()
          .start(() -> {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            while (true) {
              String key = keys.get(random.nextInt(keys.size()));
              if (random.nextInt(100) < 80) {
                if (region.get(key) == null) {
                  throw new IllegalStateException(key);
                }
              } else {
                byte[] value = new byte[1000];
                random.nextBytes(value);
                region.put(key, value);
              }
              done.incrementAndGet();
            }
          });
    }
    Thread.sleep(Long.parseLong(args[3]) * 1000);
    long before = done.get();
    Thread.sleep(Long.parseLong(args[4]) * 1000);
    System.out.println((done.get() - before) / Long.parseLong(args[4]));
    System.exit(0);
  }
}
