package org.plimsoll.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A real Cassandra server in its own folder, on free ports of a loopback address. It runs on Java
 * 17, the newest version on which both releases start.
 */
public final class CassandraServer implements AutoCloseable {
  public static final String USER = "cassandra";
  public static final String PASSWORD = "cassandra";

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int LOWEST_PORT = 22_000;
  private static final int HIGHEST_PORT = 29_000;

  /**
   * The system property with the JMX port of a node on loopback. By default, it is any free port.
   */
  public static final String JMX_PORT = "cassandra.jmx.local.port";

  private static final List<String> EXPORTS =
      List.of(
          "java.base/jdk.internal.misc",
          "java.base/jdk.internal.ref",
          "java.base/sun.nio.ch",
          "java.management.rmi/com.sun.jmx.remote.internal.rmi",
          "java.rmi/sun.rmi.registry",
          "java.rmi/sun.rmi.server",
          "java.rmi/sun.rmi.transport.tcp",
          "java.sql/java.sql");
  private static final List<String> OPENS =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.module",
          "java.base/java.lang.reflect",
          "java.base/java.io",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/jdk.internal.loader",
          "java.base/jdk.internal.ref",
          "java.base/jdk.internal.reflect",
          "java.base/jdk.internal.math",
          "java.base/jdk.internal.module",
          "java.base/jdk.internal.misc",
          "java.base/jdk.internal.util.jar",
          "java.base/sun.nio.ch",
          "jdk.management/com.sun.management.internal",
          "java.compiler/javax.tools");

  private static final String AUTHENTICATOR = "PasswordAuthenticator";

  /**
   * The configuration of a node.
   *
   * @param release the release, which determines the client protocol
   * @param host loopback address of the node; 127.0.0.2 and so on need no setup on Linux
   * @param seed address of the seed node of the ring
   * @param heap heap size, such as {@code 512m}
   * @param ports the node's ports, or 0 for any free port; all nodes of a ring have the same ports
   * @param yaml lines that are added to the configuration or replace lines of it
   * @param properties system properties of the server, such as {@code cassandra.ring_delay_ms=1}
   */
  public record Node(
      CassandraRelease release,
      String host,
      String seed,
      String heap,
      Ports ports,
      List<String> yaml,
      List<String> properties) {
    /** Creates a configuration for clients with CQL. */
    public Node(
        String host,
        String seed,
        String heap,
        Ports ports,
        List<String> yaml,
        List<String> properties) {
      this(CassandraRelease.CQL, host, seed, heap, ports, yaml, properties);
    }

    /** Returns the configuration of a ring with a single node. */
    public static Node alone(String... yaml) {
      return managed(0, yaml);
    }

    /** Returns this configuration with a JMX port on loopback; 0 means any free port. */
    public static Node managed(int jmxPort, String... yaml) {
      return new Node(
          "127.0.0.1",
          "127.0.0.1",
          "512m",
          Ports.free(),
          List.of(yaml),
          List.of("cassandra.ring_delay_ms=1000", JMX_PORT + "=" + jmxPort));
    }

    /** Returns this configuration for another release. */
    public Node of(CassandraRelease other) {
      return new Node(other, host, seed, heap, ports, yaml, properties);
    }
  }

  /**
   * The ports for clients, for other nodes, for other nodes with TLS, and for clients with a second
   * protocol.
   */
  public record Ports(int client, int storage, int tlsStorage, int second) {
    /** Returns four ports that were free a moment ago. */
    public static Ports free() {
      int[] free = RealServer.freePorts(4, LOWEST_PORT, HIGHEST_PORT);
      return new Ports(free[0], free[1], free[2], free[3]);
    }
  }

  private final RealServer server;
  private final String host;
  private final String classPath;
  private final int jmxPort;

  private CassandraServer(RealServer server, String host, String classPath, int jmxPort) {
    this.server = server;
    this.host = host;
    this.classPath = classPath;
    this.jmxPort = jmxPort;
  }

  /**
   * Starts one node and waits until it accepts clients.
   *
   * @param root root folder of the project, which contains the server's pom
   * @param folder empty folder for the node's files
   */
  public static CassandraServer start(Path root, Path folder, Node node)
      throws IOException, InterruptedException {
    Path yaml = folder.resolve("cassandra.yaml");
    Files.write(yaml, configuration(folder, node));
    Path logback = folder.resolve("logback.xml");
    Files.writeString(logback, LOGBACK);
    Path scratch = Files.createDirectories(folder.resolve("tmp"));
    // All nodes of a ring have their JMX port on 127.0.0.1.
    List<Integer> given =
        node.properties().stream()
            .filter(property -> property.startsWith(JMX_PORT + "="))
            .map(property -> Integer.valueOf(property.substring(JMX_PORT.length() + 1)))
            .toList();
    int jmxPort =
        given.isEmpty() ? RealServer.freePort(LOWEST_PORT, HIGHEST_PORT) : given.getFirst();
    String classPath = MavenClassPath.of(root.resolve(node.release().pom()));
    List<String> command = new ArrayList<>();
    command.add(JavaHomes.java(17).toString());
    command.addAll(List.of("-Xms" + node.heap(), "-Xmx" + node.heap(), "-XX:TieredStopAtLevel=1"));
    EXPORTS.forEach(name -> command.addAll(List.of("--add-exports", name + "=ALL-UNNAMED")));
    OPENS.forEach(name -> command.addAll(List.of("--add-opens", name + "=ALL-UNNAMED")));
    if (given.isEmpty()) {
      command.add("-D" + JMX_PORT + "=" + jmxPort);
    }
    node.properties().forEach(property -> command.add("-D" + property));
    command.addAll(
        List.of(
            "-Djava.security.manager=allow",
            "-Djava.io.tmpdir=" + scratch,
            "-Dcassandra.config=file://" + yaml,
            "-Dcassandra.storagedir=" + folder,
            "-Dlogback.configurationFile=" + logback,
            "-Dcassandra.superuser_setup_delay_ms=0",
            "-Dcassandra.skip_wait_for_gossip_to_settle=0",
            "-Dcassandra-foreground=yes",
            "-cp",
            classPath,
            "org.apache.cassandra.service.CassandraDaemon"));
    int port = node.ports().client();
    Path output = RealServer.output(folder, port);
    boolean authenticates = node.yaml().stream().anyMatch(line -> line.endsWith(AUTHENTICATOR));
    RealServer server =
        RealServer.start(
            command,
            port,
            folder,
            () -> RealServer.listens(node.host(), port) && (!authenticates || hasUser(output)),
            PATIENCE);
    return new CassandraServer(server, node.host(), classPath, jmxPort);
  }

  /** Returns the process, which can be killed and restarted. */
  public RealServer server() {
    return server;
  }

  /** Runs {@code nodetool} of 4.0 or later against the node, and returns its output. */
  public String nodetool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(JavaHomes.java(17).toString(), "-XX:TieredStopAtLevel=1"));
    EXPORTS.forEach(name -> command.addAll(List.of("--add-exports", name + "=ALL-UNNAMED")));
    command.addAll(List.of("-cp", classPath, "org.apache.cassandra.tools.NodeTool"));
    command.addAll(List.of("-h", "127.0.0.1", "-p", String.valueOf(jmxPort)));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("nodetool " + String.join(" ", arguments) + ":\n" + printed);
    }
    return printed;
  }

  /** Returns the host and port for clients. */
  public String address() {
    return host + ":" + server.port();
  }

  @Override
  public void close() {
    server.close();
  }

  /**
   * Waits until the node has created its first user. Before that, it accepts connections but
   * refuses the login.
   */
  private static boolean hasUser(Path output) throws IOException {
    return Files.readString(output).contains("Created default superuser role");
  }

  private static List<String> configuration(Path folder, Node node) {
    Stream<String> lines =
        Stream.of(
            "cluster_name: plimsoll",
            "num_tokens: 1",
            "partitioner: org.apache.cassandra.dht.Murmur3Partitioner",
            "endpoint_snitch: SimpleSnitch",
            "seed_provider: [{class_name: org.apache.cassandra.locator.SimpleSeedProvider,"
                + " parameters: [{seeds: \""
                + node.seed()
                + "\"}]}]",
            "listen_address: " + node.host(),
            "rpc_address: " + node.host(),
            "storage_port: " + node.ports().storage(),
            "ssl_storage_port: " + node.ports().tlsStorage(),
            "data_file_directories: [" + folder.resolve("data") + "]",
            "commitlog_directory: " + folder.resolve("commitlog"),
            "saved_caches_directory: " + folder.resolve("saved_caches"),
            "hints_directory: " + folder.resolve("hints"),
            "cdc_raw_directory: " + folder.resolve("cdc"),
            "commitlog_sync: periodic",
            "disk_failure_policy: stop",
            "commit_failure_policy: stop",
            "auto_snapshot: false");
    List<String> ofRelease =
        node.release().configuration(node.ports().client(), node.ports().second());
    Set<String> replaced =
        node.yaml().stream().map(CassandraServer::nameOf).collect(Collectors.toSet());
    return Stream.concat(
            Stream.concat(lines, ofRelease.stream())
                .filter(line -> !replaced.contains(nameOf(line))),
            node.yaml().stream())
        .toList();
  }

  private static String nameOf(String line) {
    return line.substring(0, line.indexOf(':'));
  }

  private static final String LOGBACK =
      """
      <configuration>
        <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%d{HH:mm:ss.SSS} %-5level %logger{0} %msg%n</pattern></encoder>
        </appender>
        <root level="WARN"><appender-ref ref="OUT"/></root>
        <logger name="org.apache.cassandra.auth" level="INFO"/>
        <logger name="org.apache.cassandra.service.StorageService" level="INFO"/>
      </configuration>
      """;
}
