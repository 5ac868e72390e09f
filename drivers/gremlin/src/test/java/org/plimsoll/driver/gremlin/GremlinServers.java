package org.plimsoll.driver.gremlin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.plimsoll.testkit.MavenClassPath;
import org.plimsoll.testkit.RealServer;

/** Real servers, in processes of their own, with their graph in memory. */
final class GremlinServers {
  private static final Path SERVERS = Path.of("src/test/servers");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String YAML =
      """
      host: 127.0.0.1
      port: PORT
      evaluationTimeout: 30000
      graphs: {graph: GRAPH}
      maxContentLength: 67108864
      maxWorkQueueSize: 8192
      scriptEngines:
        gremlin-groovy:
          plugins:
            PLUGIN: {}
            org.apache.tinkerpop.gremlin.server.jsr223.GremlinServerGremlinPlugin: {}
            org.apache.tinkerpop.gremlin.jsr223.ImportGremlinPlugin:
              classImports: [java.lang.Math]
              methodImports: ['java.lang.Math#*']
            org.apache.tinkerpop.gremlin.jsr223.ScriptFileGremlinPlugin: {files: [INIT]}
      serializers:
        - className: org.apache.tinkerpop.gremlin.util.ser.GraphBinaryMessageSerializerV1
          config: {ioRegistries: [REGISTRY]}
      MORE
      """;

  private static final String LOGBACK =
      """
      <configuration>
        <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%level %logger{0} %msg%n</pattern></encoder>
        </appender>
        <root level="WARN"><appender-ref ref="out"/></root>
      </configuration>
      """;

  private GremlinServers() {}

  /** JanusGraph Server. */
  static RealServer janusGraph(Path folder, String... more)
      throws IOException, InterruptedException {
    Files.writeString(
        folder.resolve("graph.properties"),
        "gremlin.graph=org.janusgraph.core.JanusGraphFactory\nstorage.backend=inmemory\n");
    String yaml =
        YAML.replace("PLUGIN", "org.janusgraph.graphdb.tinkerpop.plugin.JanusGraphGremlinPlugin")
            .replace("REGISTRY", "org.janusgraph.graphdb.tinkerpop.JanusGraphIoRegistry")
            .replace("MORE", String.join("\n", more));
    return start("janusgraph", "org.janusgraph.graphdb.server.JanusGraphServer", folder, yaml);
  }

  /** TinkerPop's own server, with TinkerGraph. */
  static RealServer tinkerGraph(Path folder, String... more)
      throws IOException, InterruptedException {
    Files.writeString(
        folder.resolve("graph.properties"),
        """
        gremlin.graph=org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph
        gremlin.tinkergraph.vertexIdManager=LONG
        """);
    String yaml =
        YAML.replace(
                "PLUGIN",
                "org.apache.tinkerpop.gremlin.tinkergraph.jsr223.TinkerGraphGremlinPlugin")
            .replace(
                "REGISTRY", "org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerIoRegistryV3")
            .replace("MORE", String.join("\n", more));
    return start("tinkergraph", "org.apache.tinkerpop.gremlin.server.GremlinServer", folder, yaml);
  }

  private static RealServer start(String name, String main, Path folder, String yaml)
      throws IOException, InterruptedException {
    int port = RealServer.freePort();
    Path init = folder.resolve("init.groovy");
    Files.writeString(
        init, "def globals = [:]\nglobals << [g : traversal().withEmbedded(graph)]\n");
    Path configuration = folder.resolve("server.yaml");
    Files.writeString(
        configuration,
        yaml.replace("PORT", String.valueOf(port))
            .replace("GRAPH", folder.resolve("graph.properties").toString())
            .replace("INIT", init.toString()));
    Files.writeString(folder.resolve("logback.xml"), LOGBACK);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Dlogback.configurationFile=" + folder.resolve("logback.xml"),
                "-cp",
                MavenClassPath.of(SERVERS.resolve(name).resolve("pom.xml")),
                main,
                configuration.toString()));
    // It listens when its script has made the traversal source.
    return RealServer.start(command, port, folder, () -> RealServer.listens(port), PATIENCE);
  }
}
