package org.plimsoll.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plimsoll.testkit.CassandraServer;
import org.plimsoll.testkit.DynamoDbLocal;
import org.plimsoll.testkit.RealServer;

/** The real servers that the examples' targets stand for, each started when it is first needed. */
final class ExampleServers implements AutoCloseable {
  private static final Pattern TARGET = Pattern.compile("(?m)^target: \"?([a-z][a-z0-9-]*):");
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final String PORT = "PORT";

  private final Path folder;
  private final Map<String, Started> started = new HashMap<>();

  /** A server, and where it listens. */
  private record Started(String address, Runnable close) {
    static Started of(RealServer server) {
      return new Started(server.address(), server::close);
    }
  }

  private interface Start {
    Started in(Path own) throws Exception;
  }

  ExampleServers(Path folder) {
    this.folder = folder;
  }

  /** What stands on the command line in place of the example's own target. */
  List<String> arguments(Path example, String text) throws Exception {
    Matcher target = TARGET.matcher(text);
    return switch (target.find() ? target.group(1) : "") {
      case "redis" -> List.of("redis://" + redis());
      case "cache-aside" -> List.of("--set=cache=redis://" + redis() + "?ttl=60s");
      case "dynamodb" -> List.of("dynamodb://local:local@" + dynamoDb() + "/plimsoll");
      // Each example has a keyspace of its own, as its rows have a shape of their own.
      case "cassandra" ->
          List.of(
              "cassandra://"
                  + cassandra()
                  + "/"
                  + example.getFileName().toString().replaceAll("[^a-z]", ""));
      default -> List.of();
    };
  }

  private String redis() throws Exception {
    return address(
        "redis",
        own -> listening(own, "redis-server", "--bind", "127.0.0.1", "--port", PORT, "--save", ""));
  }

  private String dynamoDb() throws Exception {
    Path server = PlimsollProcess.ROOT.resolve("drivers/dynamodb/src/test/servers/dynamodb-local");
    return address("dynamodb", own -> Started.of(DynamoDbLocal.start(server, own)));
  }

  private String cassandra() throws Exception {
    return address(
        "cassandra",
        own -> {
          CassandraServer server =
              CassandraServer.start(PlimsollProcess.ROOT, own, CassandraServer.Node.alone());
          return new Started(server.address(), server::close);
        });
  }

  /** A program that takes its port where the options have {@link #PORT}. */
  private static Started listening(Path own, String program, String... options) {
    int port = RealServer.freePort();
    List<String> command = new ArrayList<>(List.of(RealServer.binary(program)));
    for (String option : options) {
      command.add(option.equals(PORT) ? String.valueOf(port) : option);
    }
    return Started.of(
        RealServer.start(command, port, own, () -> !RealServer.isFree(port), PATIENCE));
  }

  private String address(String name, Start start) throws Exception {
    Started known = started.get(name);
    if (known == null) {
      known = start.in(Files.createDirectory(folder.resolve(name)));
      started.put(name, known);
    }
    return known.address();
  }

  @Override
  public void close() {
    started.values().forEach(each -> each.close().run());
  }
}
