import java.util.Arrays;
import java.util.List;
import org.codelibs.opensearch.runner.OpenSearchRunner;

/**
 * Nodes of OpenSearch on loopback, in one process. Run as a source file with the class path of the
 * adjacent pom. Arguments: the data folder, the first HTTP port (others follow), the transport
 * ports of the nodes, separated by commas, and server settings as {@code name=value}.
 */
public final class OpenSearchServer {
  private OpenSearchServer() {}

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[1]);
    List<String> transportPorts = List.of(args[2].split(","));
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.setMaxHttpPort(65_535);
    runner
        .onBuild((number, settings) -> {
          settings.put("network.host", "127.0.0.1");
          settings.put("transport.port", transportPorts.get(number - 1));
          if (transportPorts.size() == 1) {
            settings.put("discovery.type", "single-node");
          } else {
            settings.putList(
                "discovery.seed_hosts",
                transportPorts.stream().map(each -> "127.0.0.1:" + each).toList());
          }
          Arrays.stream(args)
              .skip(3)
              .map(setting -> setting.split("=", 2))
              .forEach(setting -> settings.put(setting[0], setting[1]));
        })
        .build(
            OpenSearchRunner.newConfigs()
                .basePath(args[0])
                .clusterName("plimsoll")
                .numOfNode(transportPorts.size())
                .baseHttpPort(port - 1)); // the first node is number 1
    Thread.currentThread().join();
  }
}
