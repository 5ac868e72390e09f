import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;

/**
 * A bare loop over ZooKeeper's client, in 4 sessions. Arguments: those of {@link Load}, and the
 * port.
 */
final class ZooKeeperLoop {
  private ZooKeeperLoop() {}

  public static void main(String[] args) throws Exception {
    Load.Requests[] sessions = new Load.Requests[4];
    String[] paths = Load.keys(ZooKeeperLoop::path, String[]::new);
    for (int i = 0; i < sessions.length; i++) {
      sessions[i] = requests(paths, "127.0.0.1:" + args[3]);
    }
    new Load(args).run(sessions);
  }

  private static String path(int key) {
    String name = Load.name(key);
    int hash = Arrays.hashCode(name.getBytes(StandardCharsets.UTF_8));
    return "/plimsoll/p" + Math.floorMod(hash, 16) + "/" + name;
  }

  private static Load.Requests requests(String[] paths, String server) throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
    ZooKeeper client = new ZooKeeper(server, 30_000, _ -> connected.countDown(), config);
    connected.await();
    return (key, value, answered) -> {
      if (value == null) {
        client.getData(
            paths[key],
            false,
            (result, path, _, data, _) ->
                answered(result == 0 && data.length == 1000, path, answered),
            null);
      } else {
        client.setData(
            paths[key],
            value,
            -1,
            (result, path, _, _) -> answered(result == 0, path, answered),
            null);
      }
    };
  }

  private static void answered(boolean succeeded, String path, Runnable answered) {
    if (!succeeded) {
      Load.fail(new IllegalStateException(path));
    }
    answered.run();
  }
}
