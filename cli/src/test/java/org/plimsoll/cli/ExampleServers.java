package org.plimsoll.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plimsoll.testkit.CassandraRelease;
import org.plimsoll.testkit.CassandraServer;
import org.plimsoll.testkit.DynamoDbLocal;
import org.plimsoll.testkit.DynomiteServers;
import org.plimsoll.testkit.EtcdServer;
import org.plimsoll.testkit.HBaseServer;
import org.plimsoll.testkit.KafkaServer;
import org.plimsoll.testkit.MemcachedServers;
import org.plimsoll.testkit.MongoJavaServer;
import org.plimsoll.testkit.NginxServer;
import org.plimsoll.testkit.OpenSearchLocal;
import org.plimsoll.testkit.PostgresServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.S3ProxyServer;
import org.plimsoll.testkit.VoldemortServers;
import org.plimsoll.testkit.ZooKeeperServer;

/**
 * Real servers for the targets of the examples, each started when it is first needed. Thread-safe.
 */
final class ExampleServers implements AutoCloseable {
  private static final Pattern TARGET = Pattern.compile("(?m)^target: \"?([a-z][a-z0-9-]*):");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String PORT = "PORT";

  private static final String SEARCH = "location = /documents/ { return 200 '{\"hits\": []}'; }";

  private final Path folder;
  private final Path reachableFolder;
  private final Map<String, FutureTask<Started>> started = new ConcurrentHashMap<>();

  /** A server and its address. */
  private record Started(String address, Runnable close) {
    static Started of(RealServer server) {
      return new Started(server.address(), server::close);
    }
  }

  private interface Start {
    Started in(Path own) throws Exception;
  }

  /**
   * Creates the servers without starting any.
   *
   * @param reachableFolder a folder that other users can access
   */
  ExampleServers(Path folder, Path reachableFolder) {
    this.folder = folder;
    this.reachableFolder = reachableFolder;
  }

  /** Returns the arguments that replace the example's own target. */
  List<String> arguments(Path example, String text) throws Exception {
    Matcher target = TARGET.matcher(text);
    String name = example.getFileName().toString().replaceAll("[^a-z]", "");
    return switch (target.find() ? target.group(1) : "") {
      // Rows of different shapes, so each example has a server, a keyspace or an index of its own.
      case "redis" -> found("redis", redis(name), "");
      case "dynomite" -> dynomite(redis(name));
      case "memcached" -> found("memcached", memcached(), "");
      // A zone may answer late on a busy machine.
      case "evcache" -> List.of("evcache://" + zones(), "--set=read-timeout=10s");
      case "voldemort" -> List.of("voldemort://" + voldemort() + "/users");
      case "etcd" -> List.of("etcd://" + etcd());
      case "zookeeper" -> List.of("zookeeper://" + zooKeeper() + "/locks");
      case "hbase" -> List.of("hbase://" + hBase() + "/messages");
      case "http" -> found("http", nginx(), "/documents");
      case "cache-aside" -> List.of("--set=cache=redis://" + redis(name) + "?ttl=60s");
      case "dynamodb" -> List.of("dynamodb://local:local@" + dynamoDb() + "/plimsoll");
      case "cassandra" -> found("cassandra", cassandra(), "/" + name);
      case "cassandra-thrift" -> List.of("cassandra-thrift://" + cassandraThrift() + "/Keyspace1");
      case "jdbc" -> List.of(postgres());
      case "elasticsearch" -> List.of("elasticsearch://" + openSearch() + "/orders");
      case "opensearch" -> List.of("opensearch://" + openSearch() + "/lines");
      // A busy machine may need longer than the default for the first answer.
      case "kafka" -> List.of("kafka://" + kafka() + "/orders", "--set=connect-timeout=30s");
      case "mongodb" -> List.of("mongodb://" + mongoDb() + "/shop");
      // The server does not read the checksum at the end of a body.
      case "s3" -> List.of("s3://" + s3() + "/my-bucket/bench", "--set=checksum=none");
      case "cdc" -> {
        String index = "=opensearch://" + openSearch() + "/searchable?roll=daily";
        yield List.of("--set=source" + index, "--set=derived" + index);
      }
      default -> List.of();
    };
  }

  /** A target whose host a discovery finds. */
  private static List<String> found(String scheme, String address, String rest) {
    return List.of(scheme + "://@servers" + rest, "--discovery=servers=static(" + address + ")");
  }

  /** Returns the address of a server by the scheme of its target, or of the second Redis. */
  String address(String scheme) throws Exception {
    return switch (scheme) {
      case "redis" -> redis("redis");
      case "candidate" -> redis("candidate");
      case "memcached" -> memcached();
      case "dynamodb" -> dynamoDb();
      default -> throw new IllegalArgumentException(scheme);
    };
  }

  private String redis(String name) throws Exception {
    return address(
        name,
        own -> listening(own, "redis-server", "--bind", "127.0.0.1", "--port", PORT, "--save", ""));
  }

  /** Starts a ring of one node in front of a Redis. */
  private List<String> dynomite(String address) throws Exception {
    int redis = Integer.parseInt(address.replaceFirst(".*:", ""));
    String ports =
        address(
            "dynomite",
            own -> {
              int admin = RealServer.freePort();
              RealServer server = DynomiteServers.startAlone(own, redis, admin);
              return new Started(server.address() + "?admin-port=" + admin, server::close);
            });
    return List.of("dynomite://" + ports);
  }

  private String memcached() throws Exception {
    return memcached("memcached");
  }

  private String memcached(String name) throws Exception {
    return address(name, own -> Started.of(MemcachedServers.start(own)));
  }

  /** Starts three servers, each of which is a zone. */
  private String zones() throws Exception {
    return memcached("zone-1") + "," + memcached("zone-2") + "," + memcached("zone-3");
  }

  private String voldemort() throws Exception {
    return address("voldemort", own -> Started.of(VoldemortServers.startAlone(own, "users")));
  }

  private String etcd() throws Exception {
    return address("etcd", own -> Started.of(EtcdServer.start(own)));
  }

  private String zooKeeper() throws Exception {
    return address(
        "zookeeper", own -> Started.of(ZooKeeperServer.start(PlimsollProcess.ROOT, own)));
  }

  private String hBase() throws Exception {
    return address(
        "hbase",
        own -> {
          HBaseServer server = HBaseServer.start(PlimsollProcess.ROOT, own);
          return new Started(server.address(), server::close);
        });
  }

  /** Starts a service whose documents are files, with a search that finds nothing. */
  private String nginx() throws Exception {
    return address("nginx", own -> Started.of(NginxServer.start(own, "", SEARCH)));
  }

  private String dynamoDb() throws Exception {
    Path server = PlimsollProcess.ROOT.resolve("drivers/dynamodb/src/test/servers/dynamodb-local");
    return address("dynamodb", own -> Started.of(DynamoDbLocal.start(server, own)));
  }

  private String cassandra() throws Exception {
    return cassandra("cassandra", CassandraRelease.CQL);
  }

  private String cassandraThrift() throws Exception {
    return cassandra("cassandra-thrift", CassandraRelease.THRIFT);
  }

  private String cassandra(String name, CassandraRelease release) throws Exception {
    return address(
        name,
        own -> {
          CassandraServer server =
              CassandraServer.start(
                  PlimsollProcess.ROOT, own, CassandraServer.Node.alone().of(release));
          return new Started(server.address(), server::close);
        });
  }

  private String postgres() throws Exception {
    String login = PostgresServer.USER + ":" + PostgresServer.PASSWORD + "@";
    return address(
            "postgres",
            _ -> {
              PostgresServer server = PostgresServer.start(reachableFolder);
              return new Started(server.url(), server::close);
            })
        .replace("//", "//" + login);
  }

  private String openSearch() throws Exception {
    return address(
        "opensearch", own -> Started.of(OpenSearchLocal.start(PlimsollProcess.ROOT, own, 1)));
  }

  private String kafka() throws Exception {
    return address("kafka", own -> Started.of(KafkaServer.start(PlimsollProcess.ROOT, own)));
  }

  private String mongoDb() throws Exception {
    return address("mongodb", own -> Started.of(MongoJavaServer.start(PlimsollProcess.ROOT, own)));
  }

  private String s3() throws Exception {
    String password = S3ProxyServer.PASSWORD.replace("/", "%2F");
    return S3ProxyServer.USER
        + ":"
        + password
        + "@"
        + address("s3", own -> Started.of(S3ProxyServer.start(PlimsollProcess.ROOT, own)));
  }

  /** Starts a program whose options contain its port as {@link #PORT}. */
  private static Started listening(Path own, String program, String... options) {
    int port = RealServer.freePort();
    List<String> command = new ArrayList<>(List.of(RealServer.binary(program)));
    for (String option : options) {
      command.add(option.equals(PORT) ? String.valueOf(port) : option);
    }
    return Started.of(
        RealServer.start(command, port, own, () -> RealServer.listens(port), PATIENCE));
  }

  private String address(String name, Start start) throws Exception {
    FutureTask<Started> own =
        new FutureTask<>(() -> start.in(Files.createDirectory(folder.resolve(name))));
    FutureTask<Started> first = started.putIfAbsent(name, own);
    if (first == null) {
      own.run();
    }
    return (first == null ? own : first).get().address();
  }

  @Override
  public void close() {
    for (FutureTask<Started> each : started.values()) {
      if (each.state() == Future.State.SUCCESS) {
        each.resultNow().close().run();
      }
    }
  }
}
