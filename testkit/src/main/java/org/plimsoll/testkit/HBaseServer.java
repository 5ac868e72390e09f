package org.plimsoll.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A real HBase in its own process, on loopback: master, region server and ZooKeeper.
 *
 * @param server the process; its port is the port of the region server
 * @param ports the ports of the three parts
 * @param folder the folder with all files
 * @param classPath the class path of the pom in the same folder
 */
public record HBaseServer(RealServer server, Ports ports, Path folder, String classPath)
    implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int LOWEST_PORT = 17_000;
  private static final int HIGHEST_PORT = 19_900;
  private static final String MASTER = "org.apache.hadoop.hbase.master.HMaster";
  private static final String REGION_SERVER = "org.apache.hadoop.hbase.regionserver.HRegionServer";

  /** The ports of the three parts. */
  public record Ports(int regionServer, int master, int zooKeeper) {}

  /** Starts a server, and waits until its master has opened the regions. */
  public static HBaseServer start(Path root, Path folder) throws IOException, InterruptedException {
    int[] free = RealServer.freePorts(3, LOWEST_PORT, HIGHEST_PORT);
    Ports ports = new Ports(free[0], free[1], free[2]);
    String classPath =
        MavenClassPath.of(root.resolve("drivers/hbase/src/test/servers/hbase/pom.xml"));
    RealServer server =
        start(
            folder,
            classPath,
            properties(folder, ports),
            MASTER,
            ports.regionServer(),
            "Master has completed initialization");
    return new HBaseServer(server, ports, folder, classPath);
  }

  /** Starts another region server of this cluster, in its own process. */
  public RealServer startRegionServer(Path own) throws IOException {
    int port = RealServer.freePort(LOWEST_PORT, HIGHEST_PORT);
    Map<String, String> properties = properties(folder, ports);
    properties.put("hbase.cluster.distributed", "true");
    properties.put("hbase.tmp.dir", own.resolve("tmp").toString());
    properties.put("hbase.regionserver.port", String.valueOf(port));
    return start(own, classPath, properties, REGION_SERVER, port, "Serving as ");
  }

  private static RealServer start(
      Path folder,
      String classPath,
      Map<String, String> properties,
      String main,
      int port,
      String ready)
      throws IOException {
    Path configuration = Files.createDirectories(folder.resolve("conf"));
    Files.writeString(configuration.resolve("hbase-site.xml"), xml(properties));
    Files.writeString(configuration.resolve("log4j.properties"), logging());
    List<String> command =
        List.of(
            // Logins of its Hadoop version do not work on Java 24 and later.
            JavaHomes.java(17).toString(),
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
            "-cp",
            configuration + File.pathSeparator + classPath,
            main,
            "start");
    Starts starts = new Starts(RealServer.output(folder, port), ready);
    return RealServer.start(command, port, folder, () -> starts.isReady(port), PATIENCE);
  }

  private static Map<String, String> properties(Path folder, Ports ports) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("hbase.rootdir", folder.resolve("hbase").toUri().toString());
    properties.put("hbase.tmp.dir", folder.resolve("tmp").toString());
    properties.put("hbase.zookeeper.property.dataDir", folder.resolve("zookeeper").toString());
    properties.put("hbase.zookeeper.property.clientPort", String.valueOf(ports.zooKeeper()));
    properties.put("hbase.zookeeper.property.clientPortAddress", "127.0.0.1");
    properties.put("hbase.zookeeper.quorum", "127.0.0.1");
    properties.put("hbase.unsafe.stream.capability.enforce", "false");
    for (String part : List.of("master", "regionserver")) {
      properties.put("hbase." + part + ".hostname", "127.0.0.1");
      properties.put("hbase." + part + ".ipc.address", "127.0.0.1");
      properties.put("hbase." + part + ".info.port", "-1");
    }
    properties.put("hbase.regionserver.port", String.valueOf(ports.regionServer()));
    properties.put("hbase.master.port", String.valueOf(ports.master()));
    properties.put("hbase.regionserver.msginterval", "500");
    // Otherwise, a replica of a region keeps the store files with which it was opened.
    properties.put("hbase.regionserver.storefile.refresh.period", "500");
    properties.put("hbase.master.wait.on.regionservers.interval", "200");
    properties.put("hbase.master.wait.on.regionservers.timeout", "400");
    return properties;
  }

  private static String xml(Map<String, String> properties) {
    StringBuilder xml = new StringBuilder("<configuration>\n");
    properties.forEach((name, value) ->
        xml.append("<property><name>")
            .append(name)
            .append("</name><value>")
            .append(value)
            .append("</value></property>\n"));
    return xml.append("</configuration>\n").toString();
  }

  private static String logging() {
    return """
    log4j.rootLogger=INFO,A
    log4j.appender.A=org.apache.log4j.ConsoleAppender
    log4j.appender.A.layout=org.apache.log4j.PatternLayout
    log4j.appender.A.layout.ConversionPattern=%d %p %c{1} %m%n
    """;
  }

  /** Detects in the common output file that a process has started, each time it is started. */
  private static final class Starts {
    private final Path output;
    private final String ready;
    private long seen;

    Starts(Path output, String ready) {
      this.output = output;
      this.ready = ready;
    }

    private boolean isReady(int port) throws IOException {
      long times = Files.readString(output).lines().filter(line -> line.contains(ready)).count();
      if (times <= seen || !RealServer.listens(port)) {
        return false;
      }
      seen = times;
      return true;
    }
  }

  /** Returns the address of ZooKeeper, which clients use as the address of the cluster. */
  public String address() {
    return "127.0.0.1:" + ports.zooKeeper();
  }

  /** Returns the folder with the tables and write-ahead logs. */
  public Path files() {
    return folder.resolve("hbase");
  }

  @Override
  public void close() {
    server.close();
  }
}
