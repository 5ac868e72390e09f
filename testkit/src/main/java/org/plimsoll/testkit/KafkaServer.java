package org.plimsoll.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A real Kafka broker in its own process, on loopback, which is its own controller. */
public final class KafkaServer {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String CLUSTER = "AAAAAAAAQACAAAAAAAAAAQ";

  private KafkaServer() {}

  /**
   * Starts a broker, which keeps its records when it is killed.
   *
   * @param root root folder of the project, which contains the server's pom
   * @param folder working folder
   */
  public static RealServer start(Path root, Path folder) throws IOException, InterruptedException {
    int[] ports = RealServer.freePorts(2, 10_000, 16_999);
    String classPath =
        MavenClassPath.of(root.resolve("drivers/kafka/src/test/servers/kafka/pom.xml"));
    Path properties =
        Files.write(
            folder.resolve("server.properties"),
            List.of(
                "process.roles=broker,controller",
                "node.id=1",
                "controller.quorum.voters=1@127.0.0.1:" + ports[1],
                "listeners=PLAINTEXT://127.0.0.1:"
                    + ports[0]
                    + ",CONTROLLER://127.0.0.1:"
                    + ports[1],
                "advertised.listeners=PLAINTEXT://127.0.0.1:" + ports[0],
                "controller.listener.names=CONTROLLER",
                "listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
                "log.dirs=" + folder.resolve("records"),
                "auto.create.topics.enable=false",
                // How long a broker that was killed cannot come back.
                "broker.session.timeout.ms=4000",
                "broker.heartbeat.interval.ms=500",
                "offsets.topic.num.partitions=1",
                "offsets.topic.replication.factor=1",
                "transaction.state.log.num.partitions=1",
                "transaction.state.log.replication.factor=1",
                "transaction.state.log.min.isr=1",
                "group.initial.rebalance.delay.ms=0"));
    Commands.run(
        folder,
        java(classPath, "kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", "" + properties));
    return RealServer.start(
        java(classPath, "kafka.Kafka", properties.toString()),
        ports[0],
        folder,
        () -> RealServer.listens(ports[0]),
        PATIENCE);
  }

  private static List<String> java(String classPath, String... mainAndArguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath));
    command.addAll(List.of(mainAndArguments));
    return command;
  }
}
