import org.codelibs.opensearch.runner.OpenSearchRunner;

/**
 * One OpenSearch node on loopback. Run as a source file, with the class path of the pom beside it:
 * the folder of its data, and its HTTP port.
 */
public final class OpenSearchServer {
  private OpenSearchServer() {}

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[1]);
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.setMaxHttpPort(65_535);
    runner
        .onBuild((number, settings) -> {
          settings.put("network.host", "127.0.0.1");
          settings.put("discovery.type", "single-node");
        })
        .build(
            OpenSearchRunner.newConfigs()
                .basePath(args[0])
                .clusterName("plimsoll")
                .numOfNode(1)
                .baseHttpPort(port - 1)); // the first node is number 1
    Thread.currentThread().join();
  }
}
