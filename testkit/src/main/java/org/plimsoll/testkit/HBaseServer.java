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
 * A real HBase in its own process, on loopback: master, region server and ZooKeeper, with their
 * files in a folder.
 *
 * @param server the process, whose port is that of the region server
 * @param masterPort port of the master
 * @param zooKeeperPort port of ZooKeeper
 * @param files the folder of tables
 */
public record HBaseServer(RealServer server, int masterPort, int zooKeeperPort, Path files)
    implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int LOWEST_PORT = 17_000;
  private static final int HIGHEST_PORT = 19_900;
  private static final String READY = "Master has completed initialization";

  /** Starts a server, and waits until its master has opened the regions. */
  public static HBaseServer start(Path root, Path folder) throws IOException, InterruptedException {
    int[] ports = RealServer.freePorts(3, LOWEST_PORT, HIGHEST_PORT);
    Path files = folder.resolve("hbase");
    Path configuration = Files.createDirectories(folder.resolve("conf"));
    Files.writeString(
        configuration.resolve("hbase-site.xml"), xml(properties(folder, files, ports)));
    Files.writeString(configuration.resolve("log4j.properties"), logging());
    String classPath =
        MavenClassPath.of(root.resolve("drivers/hbase/src/test/servers/hbase/pom.xml"));
    List<String> command =
        List.of(
            // Hadoop's logins of this release do not work on 24 and newer.
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
            "org.apache.hadoop.hbase.master.HMaster",
            "start");
    Path output = RealServer.output(folder, ports[0]);
    Started started = new Started(output);
    RealServer server =
        RealServer.start(command, ports[0], folder, () -> started.isReady(ports[0]), PATIENCE);
    return new HBaseServer(server, ports[1], ports[2], files);
  }

  private static Map<String, String> properties(Path folder, Path files, int[] ports) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("hbase.rootdir", files.toUri().toString());
    properties.put("hbase.tmp.dir", folder.resolve("tmp").toString());
    properties.put("hbase.zookeeper.property.dataDir", folder.resolve("zookeeper").toString());
    properties.put("hbase.zookeeper.property.clientPort", String.valueOf(ports[2]));
    properties.put("hbase.zookeeper.property.clientPortAddress", "127.0.0.1");
    properties.put("hbase.zookeeper.quorum", "127.0.0.1");
    properties.put("hbase.unsafe.stream.capability.enforce", "false");
    for (String part : List.of("master", "regionserver")) {
      properties.put("hbase." + part + ".hostname", "127.0.0.1");
      properties.put("hbase." + part + ".ipc.address", "127.0.0.1");
      properties.put("hbase." + part + ".info.port", "-1");
    }
    properties.put("hbase.regionserver.port", String.valueOf(ports[0]));
    properties.put("hbase.master.port", String.valueOf(ports[1]));
    properties.put("hbase.regionserver.msginterval", "500");
    properties.put("hbase.regionserver.handler.count", "10");
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

  /** Whether the server of each start is ready: the output of all is in one file. */
  private static final class Started {
    private final Path output;
    private long seen;

    Started(Path output) {
      this.output = output;
    }

    private boolean isReady(int port) throws IOException {
      long times = Files.readString(output).lines().filter(line -> line.contains(READY)).count();
      if (times <= seen || !RealServer.listens(port)) {
        return false;
      }
      seen = times;
      return true;
    }
  }

  /** The address of ZooKeeper, which is that of the cluster for clients. */
  public String address() {
    return "127.0.0.1:" + zooKeeperPort;
  }

  @Override
  public void close() {
    server.close();
  }
}
