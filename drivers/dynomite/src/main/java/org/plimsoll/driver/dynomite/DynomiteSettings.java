package org.plimsoll.driver.dynomite;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.api.kit.ConnectionSettings;

/** Settings of {@code dynomite}. */
final class DynomiteSettings {

  static final Setting<TopologyFrom> TOPOLOGY =
      Setting.choice("topology", TopologyFrom.DESCRIBE)
          .describedAs(
              "source of the racks and tokens: describe (the nodes), florida"
                  + " (Dynomite-manager), placement or file");
  static final Setting<List<Placement>> PLACEMENT =
      Setting.text("placement", "", Setting.Reach.NOTHING, Placement.FORM, Placement::parseAll)
          .describedAs(
              "rack and token of each address of the target, in order:"
                  + " rack1/0,rack1/1431655765");
  static final Setting<String> TOPOLOGY_FILE =
      Setting.text("topology-file", "", Setting.Reach.FILES)
          .describedAs("file with lines of host:port dc1/rack1/0");
  static final Setting<Duration> REFRESH =
      Setting.duration("topology-refresh", "30s")
          .describedAs("interval at which the driver reads describe and florida again; 0: never");
  static final Setting<Long> ADMIN_PORT =
      Setting.count("admin-port", "22222", 1, 65_535)
          .describedAs(
              "admin port of each node, for the topology, the statistics and the consistency"
                  + " of the node");
  static final Setting<Long> FLORIDA_PORT =
      Setting.count("florida-port", "8080", 1, 65_535)
          .describedAs("port of Dynomite-manager on each host");
  static final Setting<String> RACK =
      Setting.text("rack", "", Setting.Reach.NOTHING)
          .describedAs("the local rack; empty: the rack of the first address");
  static final Setting<String> DATACENTER =
      Setting.text("datacenter", "", Setting.Reach.NOTHING)
          .describedAs("the local datacenter; empty: the datacenter of the local rack");
  static final Setting<Failover> FAILOVER =
      Setting.choice("failover", Failover.RACKS)
          .describedAs(
              "racks that receive operations while a node of the local rack is down;"
                  + " none; racks: other racks; datacenters: also those of other datacenters");
  static final Setting<String> HASH_TAG =
      Setting.text(
              "hash-tag",
              "",
              Setting.Reach.NOTHING,
              "two ASCII characters such as {}, or empty",
              DynomiteSettings::parseTag)
          .describedAs(
              "hash_tag of the servers, such as {}: only the part of a key between these"
                  + " characters is hashed");
  static final Setting<Consistency> READS =
      Setting.choice("read-consistency", Consistency.KEEP)
          .describedAs("consistency of reads, which the driver sets on the nodes; keep: no change")
          .asLive();
  static final Setting<Consistency> WRITES =
      Setting.choice("write-consistency", Consistency.KEEP)
          .describedAs("consistency of writes, which the driver sets on the nodes; keep: no change")
          .asLive();
  static final Setting<Range> PIPELINE =
      Setting.text(
              "pipeline",
              "3..10",
              Setting.Reach.NOTHING,
              "a number from 1 to 1000, or two such as 3..10",
              Range::parse)
          .describedAs(
              "number of commands of a pipeline-read or pipeline-write, or its minimum and"
                  + " maximum")
          .asLive();
  static final Setting<String> CONNECTIONS =
      ConnectionSettings.connections(1000)
          .describedAs("connections to each node that all sessions share, or one for each session");
  static final Setting<Boolean> BUSY_POLL =
      Setting.flag("busy-poll", false)
          .describedAs(
              "I/O threads poll and never sleep: lower latency, one processor each; Linux"
                  + " only");
  static final Setting<Duration> TTL =
      Setting.duration("ttl", "0").describedAs("time to live of written rows; 0: forever").asLive();
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s", "1ms")
          .describedAs(
              "timeout for a new connection and its first answer, and for an answer of the admin"
                  + " port");
  static final Setting<String> KEY_PATTERN =
      Setting.text("key-pattern", "user*", Setting.Reach.NOTHING)
          .describedAs("pattern (glob) of the keys that truncating deletes; * if keys are binary");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          TOPOLOGY,
          PLACEMENT,
          TOPOLOGY_FILE,
          REFRESH,
          ADMIN_PORT,
          FLORIDA_PORT,
          RACK,
          DATACENTER,
          FAILOVER,
          HASH_TAG,
          READS,
          WRITES,
          PIPELINE,
          CONNECTIONS,
          ConnectionSettings.PIPELINE_DEPTH,
          ConnectionSettings.IO_THREADS,
          BUSY_POLL,
          TTL,
          CONNECT_TIMEOUT,
          KEY_PATTERN);

  private DynomiteSettings() {}

  private static String parseTag(String text) {
    boolean two = text.length() == 2 && text.chars().allMatch(c -> c > ' ' && c < 127);
    if (!text.isEmpty() && !two) {
      throw new IllegalArgumentException("not a hash tag");
    }
    return text;
  }
}
