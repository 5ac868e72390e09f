package org.plimsoll.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A real Kafka broker in its own process, on loopback. The broker is also the controller. */
public final class KafkaServer {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String MUTUAL = "MUTUAL";
  private static final String CLUSTER = "AAAAAAAAQACAAAAAAAAAAQ";

  private KafkaServer() {}

  /**
   * A broker that also has listeners with TLS, with a login, and with both. The users for SCRAM are
   * created through the listener that requires neither.
   *
   * @param server the broker, with the address of the listener without TLS and login
   * @param tls the address with TLS
   * @param login the address with a login
   * @param tlsAndLogin the address with both
   * @param mutual the address with TLS that requires a client certificate, for which the broker's
   *     own can be used
   */
  public record Guarded(
      RealServer server, String tls, String login, String tlsAndLogin, String mutual)
      implements AutoCloseable {
    @Override
    public void close() {
      server.close();
    }
  }

  /**
   * Starts a broker that keeps its records when it is killed.
   *
   * @param root root folder of the project, which contains the server's pom
   * @param folder working folder
   */
  public static RealServer start(Path root, Path folder) throws IOException, InterruptedException {
    int[] ports = RealServer.freePorts(2, 10_000, 16_999);
    return start(root, folder, ports, List.of("PLAINTEXT"), List.of());
  }

  /**
   * Starts a broker with all its listeners.
   *
   * @param certified certificate of the broker
   * @param keyStorePassword password of its key store
   * @param user a user who can log in with PLAIN
   * @param password password of the user
   */
  public static Guarded startGuarded(
      Path root,
      Path folder,
      SelfSigned certified,
      String keyStorePassword,
      String user,
      String password)
      throws IOException, InterruptedException {
    int[] ports = RealServer.freePorts(6, 10_000, 16_999);
    String escaped = password.replace("\\", "\\\\").replace("\"", "\\\"");
    String plain =
        "org.apache.kafka.common.security.plain.PlainLoginModule required user_%s=\"%s\";"
            .formatted(user, escaped)
            .replace("\\", "\\\\"); // This is the syntax of a properties file.
    List<String> more =
        new ArrayList<>(
            List.of(
                "ssl.keystore.type=PKCS12",
                "ssl.keystore.location=" + certified.pkcs12(keyStorePassword),
                "ssl.keystore.password=" + keyStorePassword,
                "listener.name.mutual.ssl.client.auth=required",
                "listener.name.mutual.ssl.truststore.type=PEM",
                "listener.name.mutual.ssl.truststore.location=" + certified.certificate(),
                "sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512"));
    for (String listener : List.of("sasl_plaintext", "sasl_ssl")) {
      String prefix = "listener.name." + listener + ".";
      more.add(prefix + "plain.sasl.jaas.config=" + plain);
      for (String mechanism : List.of("scram-sha-256", "scram-sha-512")) {
        more.add(
            prefix
                + mechanism
                + ".sasl.jaas.config="
                + "org.apache.kafka.common.security.scram.ScramLoginModule required;");
      }
    }
    RealServer server =
        start(
            root,
            folder,
            ports,
            List.of("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL", MUTUAL),
            more);
    return new Guarded(
        server,
        "127.0.0.1:" + ports[1],
        "127.0.0.1:" + ports[2],
        "127.0.0.1:" + ports[3],
        "127.0.0.1:" + ports[4]);
  }

  /**
   * Starts a broker.
   *
   * @param ports ports of the listeners in order, and of the controller
   * @param listeners names of the listeners: protocol names, or {@link #MUTUAL}
   * @param more additional lines of the configuration
   */
  private static RealServer start(
      Path root, Path folder, int[] ports, List<String> listeners, List<String> more)
      throws IOException, InterruptedException {
    String classPath =
        MavenClassPath.of(root.resolve("drivers/kafka/src/test/servers/kafka/pom.xml"));
    String addresses =
        IntStream.range(0, listeners.size())
            .mapToObj(i -> listeners.get(i) + "://127.0.0.1:" + ports[i])
            .collect(Collectors.joining(","));
    String protocols =
        listeners.stream()
            .map(each -> each + ":" + (each.equals(MUTUAL) ? "SSL" : each))
            .collect(Collectors.joining(","));
    String controller = "127.0.0.1:" + ports[listeners.size()];
    List<String> lines =
        new ArrayList<>(
            List.of(
                "process.roles=broker,controller",
                "node.id=1",
                "controller.quorum.voters=1@" + controller,
                "listeners=" + addresses + ",CONTROLLER://" + controller,
                "advertised.listeners=" + addresses,
                "controller.listener.names=CONTROLLER",
                "listener.security.protocol.map=CONTROLLER:PLAINTEXT," + protocols,
                "inter.broker.listener.name=PLAINTEXT",
                "log.dirs=" + folder.resolve("records"),
                "auto.create.topics.enable=false",
                // The time for which a killed broker cannot come back.
                "broker.session.timeout.ms=4000",
                "broker.heartbeat.interval.ms=500",
                "offsets.topic.num.partitions=1",
                "offsets.topic.replication.factor=1",
                "transaction.state.log.num.partitions=1",
                "transaction.state.log.replication.factor=1",
                "transaction.state.log.min.isr=1",
                "group.initial.rebalance.delay.ms=0"));
    lines.addAll(more);
    Path properties = Files.write(folder.resolve("server.properties"), lines);
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
