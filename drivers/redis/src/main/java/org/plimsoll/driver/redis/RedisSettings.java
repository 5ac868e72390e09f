package org.plimsoll.driver.redis;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.plimsoll.api.Setting;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.ServersAddress;

/** Settings of {@code redis}. */
final class RedisSettings {
  static final ServersAddress.Form ADDRESS =
      ServersAddress.Form.servers(6379)
          .named("database", "0", "[0-9]{1,6}", "a number, as in redis://host:6379/2");

  static final Setting<ClusterMode> CLUSTER =
      Setting.choice("cluster", ClusterMode.AUTO)
          .describedAs("the target is a Redis Cluster; auto: the driver asks the server");
  static final Setting<RowForm> ROW_FORM =
      Setting.choice("row-form", RowForm.AUTO)
          .describedAs("form of rows: string, hash, or auto (string if rows have one field)");
  static final Setting<BulkForm> BULK =
      Setting.choice("bulk", BulkForm.PIPELINE)
          .describedAs("commands of a bulk: pipeline (GET and SET) or multi (MGET and MSET)");
  static final Setting<ReadSource> READ_FROM =
      Setting.choice("read-from", ReadSource.MASTER)
          .describedAs("servers that answer reads: master, replica (if there are any) or any");
  static final Setting<List<String>> LOCAL_SUBNETS =
      Setting.text(
              "local-subnets",
              "",
              Setting.Reach.NOTHING,
              "subnets such as 10.0.1.0/24, separated by commas",
              RedisSettings::parseSubnets)
          .describedAs(
              "subnets whose servers answer reads first, such as 10.0.1.0/24; needs"
                  + " read-from=replica or any");
  static final Setting<String> CONNECTIONS = ConnectionSettings.connections(10_000);
  static final Setting<Boolean> BUSY_POLL =
      Setting.flag("busy-poll", false)
          .describedAs(
              "I/O threads poll and never sleep: lower latency, one processor each; Linux"
                  + " only");
  static final Setting<Duration> TTL =
      Setting.duration("ttl", "0").describedAs("time to live of written rows; 0: forever").asLive();
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s")
          .describedAs("timeout for a new connection, including its first answer");
  static final Setting<String> USER =
      Credentials.USER.describedAs("ACL user; empty: the default user");
  static final Setting<String> PASSWORD =
      Credentials.PASSWORD.describedAs("empty: no authentication");
  static final Setting<String> KEY_PATTERN =
      Setting.text("key-pattern", "user*", Setting.Reach.NOTHING)
          .describedAs("pattern (glob) of the keys that truncating deletes; * if keys are binary");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          CLUSTER,
          ROW_FORM,
          BULK,
          READ_FROM,
          LOCAL_SUBNETS,
          CONNECTIONS,
          ConnectionSettings.PIPELINE_DEPTH,
          ConnectionSettings.IO_THREADS,
          BUSY_POLL,
          TTL,
          CONNECT_TIMEOUT,
          USER,
          PASSWORD,
          TlsSettings.TLS,
          TlsSettings.VERIFY,
          TlsSettings.AUTHORITIES,
          KEY_PATTERN);

  private RedisSettings() {}

  private static List<String> parseSubnets(String text) {
    List<String> subnets = Stream.of(text.split(",")).map(String::strip).toList();
    if (subnets.equals(List.of(""))) {
      return List.of();
    }
    for (String subnet : subnets) {
      String[] parts = subnet.split("/", -1);
      boolean hasLength = parts.length == 2 && parts[1].matches("[0-9]{1,3}");
      int bits = InetAddress.ofLiteral(parts[0]).getAddress().length * Byte.SIZE;
      if (!hasLength || Integer.parseInt(parts[1]) > bits) {
        throw new IllegalArgumentException("not a subnet");
      }
    }
    return subnets;
  }
}
