package org.plimsoll.driver.hbase;

import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.SchemaUse;

/** Settings of {@code hbase}. */
final class HBaseSettings {
  static final Setting<Registry> REGISTRY =
      Setting.choice("registry", Registry.ZOOKEEPER)
          .describedAs("role of the target hosts: zookeeper, or rpc (region servers and masters)");
  static final Setting<String> ZNODE =
      Setting.text(
              "znode",
              "/hbase",
              Setting.Reach.NOTHING,
              "a path such as /hbase",
              text -> matching(text, "(/[A-Za-z0-9._-]+)+"))
          .describedAs("path of the cluster in ZooKeeper");
  static final Setting<SchemaUse> SCHEMA =
      SchemaUse.SETTING.describedAs(
          "create: create the table if it does not exist; recreate: drop it first; temporary:"
              + " recreate, and drop it at the end; none: it must exist");
  static final Setting<String> FAMILY =
      family("family", "f").describedAs("column family of the fields of rows");
  static final Setting<String> OWN_FAMILY =
      family("own-family", "own").describedAs("column family to which increment and append write");
  static final Setting<KeyForm> KEY =
      Setting.choice("key", KeyForm.PLAIN)
          .describedAs(
              "form of row keys: plain, or hashed (two bytes of the hash precede the key)");
  static final Setting<Long> REGIONS =
      Setting.count("regions", "1", 1, 10_000)
          .describedAs("number of regions of a new table; needs key=hashed");
  static final Setting<List<String>> SPLIT_KEYS =
      Setting.text(
              "split-keys",
              "",
              Setting.Reach.NOTHING,
              "different texts, separated by commas",
              HBaseSettings::splitKeys)
          .describedAs(
              "keys at which a new table is split into regions, separated by commas; needs"
                  + " key=plain");
  static final Setting<CompressionKind> COMPRESSION =
      Setting.choice("compression", CompressionKind.NONE)
          .describedAs("compression of a new table: none, gz, snappy, lz4 or zstd");
  static final Setting<DataBlockEncoding> BLOCK_ENCODING =
      Setting.choice("block-encoding", DataBlockEncoding.NONE)
          .describedAs(
              "block encoding of a new table: none, prefix, diff, fast-diff or row-index-v1");
  static final Setting<BloomType> BLOOM =
      Setting.choice("bloom", "row", List.of(BloomType.NONE, BloomType.ROW, BloomType.ROWCOL))
          .describedAs("Bloom filter of a new table: none, row or rowcol");
  static final Setting<Long> KEPT_VERSIONS =
      Setting.count("kept-versions", "1", 1, 1000)
          .describedAs("versions of each column that a new table keeps");
  static final Setting<Duration> TTL =
      Setting.duration("ttl", "0")
          .describedAs("time to live of the columns of a new table; 0: forever");
  static final Setting<Long> REGION_REPLICAS =
      Setting.count("region-replicas", "1", 1, 10)
          .describedAs("replicas of each region of a new table, for consistency=timeline");
  static final Setting<ReadForm> READ =
      Setting.choice("read", ReadForm.FAMILY)
          .describedAs(
              "selection of columns in reads; family: all of the family; columns: by their names");
  static final Setting<Long> VERSIONS =
      Setting.count("versions", "1", 1, 1000)
          .describedAs("versions of each column that reads and scans return")
          .asLive();
  static final Setting<Consistency> CONSISTENCY =
      Setting.choice("consistency", Consistency.STRONG)
          .describedAs(
              "strong: reads ask the primary region; timeline: reads also ask replicas,"
                  + " which may return old data")
          .asLive();
  static final Setting<Durability> DURABILITY =
      Setting.choice("durability", Durability.USE_DEFAULT)
          .describedAs("use of the write-ahead log by writes; use-default: as the table defines")
          .asLive();
  static final Setting<Long> SCAN_CACHING =
      Setting.count("scan-caching", "0", 0, 1_000_000)
          .describedAs("maximum number of rows in one answer to a scan; 0: all rows of the scan")
          .asLive();

  // The setting of the kit is not used, because a connection here means one to each region server.
  // So one connection per session is not an option.
  static final Setting<Long> CONNECTIONS =
      Setting.count("connections", "2", 1, 1000)
          .describedAs("connections to each region server; sessions share them");
  static final Setting<Long> IN_FLIGHT =
      Setting.count("in-flight", "128", 1, 100_000)
          .describedAs("maximum number of operations in flight in a session");
  static final Setting<Long> RETRIES =
      Setting.count("retries", "0", 0, 100)
          .describedAs("number of retries of a failed request by the client library");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s", "1ms")
          .describedAs("timeout for a new connection and its first answer");
  static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.duration("request-timeout", "60s", "1ms")
          .describedAs(
              "timeout of the client library for an operation; must exceed the run's timeout");
  static final Setting<String> USER =
      Setting.text("user", "", Setting.Reach.NOTHING)
          .describedAs("user of Hadoop's simple authentication; empty: that of this process");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          REGISTRY,
          ZNODE,
          SCHEMA,
          FAMILY,
          OWN_FAMILY,
          KEY,
          REGIONS,
          SPLIT_KEYS,
          COMPRESSION,
          BLOCK_ENCODING,
          BLOOM,
          KEPT_VERSIONS,
          TTL,
          REGION_REPLICAS,
          READ,
          VERSIONS,
          CONSISTENCY,
          DURABILITY,
          SCAN_CACHING,
          CONNECTIONS,
          IN_FLIGHT,
          ConnectionSettings.IO_THREADS,
          RETRIES,
          CONNECT_TIMEOUT,
          REQUEST_TIMEOUT,
          USER);

  private HBaseSettings() {}

  private static Setting<String> family(String name, String defaultText) {
    return Setting.text(
        name,
        defaultText,
        Setting.Reach.NOTHING,
        "letters, digits, and _",
        text -> matching(text, "[A-Za-z0-9_]+"));
  }

  private static String matching(String text, String form) {
    if (!text.matches(form)) {
      throw new IllegalArgumentException("must match " + form);
    }
    return text;
  }

  private static List<String> splitKeys(String text) {
    List<String> keys = text.isEmpty() ? List.of() : List.of(text.split(",", -1));
    if (keys.contains("") || new TreeSet<>(keys).size() < keys.size()) {
      throw new IllegalArgumentException("must be different and not empty");
    }
    return keys;
  }
}
