package org.plimsoll.driver.cassandrathrift;

import java.time.Duration;
import java.util.List;
import org.apache.cassandra.thrift.ConsistencyLevel;
import org.plimsoll.api.Setting;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.SchemaUse;
import org.plimsoll.api.kit.ServersAddress;
import org.plimsoll.driver.cassandrashared.ConsistencySettings;
import org.plimsoll.driver.cassandrashared.JmxSettings;

/** Settings of {@code cassandra-thrift}. */
final class ThriftSettings {
  static final ServersAddress.Form ADDRESS =
      ServersAddress.Form.servers(9160)
          .named(
              "keyspace",
              "plimsoll",
              "[A-Za-z][A-Za-z0-9_]{0,47}",
              "at most 48 letters, digits and _, starting with a letter");
  static final Setting<ConsistencyLevel> READ_CONSISTENCY =
      ConsistencySettings.ofReads(ConsistencyLevel.class);
  static final Setting<ConsistencyLevel> WRITE_CONSISTENCY =
      ConsistencySettings.ofWrites(ConsistencyLevel.class);
  static final Setting<ConsistencyLevel> SERIAL_CONSISTENCY =
      ConsistencySettings.serial(ConsistencyLevel.class, "insert-if-absent");
  static final Setting<Duration> TTL =
      Setting.duration("ttl", "0")
          .describedAs(
              "time to live of written columns, rounded up to seconds; 0: that of the table")
          .asLive();
  static final Setting<Long> PAGE_SIZE =
      Setting.count("page-size", "1000", 2, 1_000_000)
          .describedAs("maximum number of rows in one answer to a scan")
          .asLive();
  static final Setting<String> SLICE_START =
      Setting.text("slice-start", "", Setting.Reach.NOTHING)
          .describedAs("first column of slice; empty: the first column of the row")
          .asLive();
  static final Setting<String> SLICE_FINISH =
      Setting.text("slice-finish", "", Setting.Reach.NOTHING)
          .describedAs("last column of slice; empty: the last column of the row")
          .asLive();
  static final Setting<Long> SLICE_COUNT =
      Setting.count("slice-count", "100", 1, 1_000_000)
          .describedAs("maximum number of columns of slice")
          .asLive();
  static final Setting<Boolean> SLICE_REVERSED =
      Setting.flag("slice-reversed", false).describedAs("slice starts at the last column").asLive();
  static final Setting<ReadForm> READ =
      Setting.choice("read", ReadForm.SLICE)
          .describedAs(
              "columns that reads request; slice: as many as a row has fields, from the"
                  + " first column on; names: those with the names of the fields");
  static final Setting<BulkWriteForm> BULK_WRITE =
      Setting.choice("bulk-write", BulkWriteForm.UNLOGGED)
          .describedAs("call of a bulk write; unlogged: batch_mutate; logged: atomic_batch_mutate");
  static final Setting<String> TABLE =
      Setting.text(
              "table",
              "rows",
              Setting.Reach.NOTHING,
              "at most 38 letters, digits and _, starting with a letter",
              ThriftSettings::parseTable)
          .describedAs(
              "column family of the rows; counters are in a second one with the suffix"
                  + " _counters");
  static final Setting<String> COLUMN_PREFIX =
      Setting.text("column-prefix", "", Setting.Reach.NOTHING)
          .describedAs(
              "prefix of the column names, such as C for C0, C1; empty: the columns have the"
                  + " names of the fields");
  static final Setting<Long> KEY_DIGITS =
      Setting.count("key-digits", "0", 0, 19)
          .describedAs("row keys are numbers with at least this many digits; 0: the keys' bytes");
  static final Setting<SchemaUse> SCHEMA =
      SchemaUse.SETTING.describedAs(
          "create what is missing; recreate: drop the tables first; temporary: also drop them"
              + " at the end, and a keyspace that the run has created; none: everything must"
              + " exist");
  static final Setting<SchemaText.Choice> REPLICATION =
      Setting.text(
              "replication",
              "1",
              Setting.Reach.NOTHING,
              "a number of replicas, or datacenter=replicas, separated by commas",
              SchemaText::replication)
          .describedAs(
              "replicas of a new keyspace: a number (SimpleStrategy), or dc1=3,dc2=2"
                  + " (NetworkTopologyStrategy)");
  static final Setting<NameType> COMPARATOR =
      Setting.choice("comparator", NameType.UTF8)
          .describedAs("type of the column names of a new table: utf8, ascii or bytes");
  static final Setting<SchemaText.Choice> COMPACTION =
      options("compaction", "LeveledCompactionStrategy(sstable_size_in_mb=160)")
          .describedAs("compaction options of a new table; empty: the default of the server");
  static final Setting<SchemaText.Choice> COMPRESSION =
      options("compression", "SnappyCompressor(chunk_length_kb=64), or none")
          .describedAs("compression options of a new table; empty: the default of the server");
  static final Setting<LoadBalancing> LOAD_BALANCING =
      Setting.choice("load-balancing", LoadBalancing.PER_SESSION)
          .describedAs(
              "policy that selects the node of an operation: per-session, round-robin or"
                  + " token-aware");
  static final Setting<NodeSource> NODES =
      Setting.choice("nodes", NodeSource.RING)
          .describedAs(
              "nodes that receive operations: ring (all nodes of the ring) or given (those"
                  + " of the target)");
  static final Setting<String> LOCAL_DATACENTER =
      Setting.text("local-datacenter", "", Setting.Reach.NOTHING)
          .describedAs("datacenter whose nodes receive operations; empty: all datacenters");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s", "1ms")
          .describedAs("timeout for a new connection, including its login");
  static final Setting<Long> MAX_FRAME =
      Setting.bytes("max-frame", "16MiB")
          .describedAs("largest answer that the driver accepts, up to 1 GiB");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          READ_CONSISTENCY,
          WRITE_CONSISTENCY,
          SERIAL_CONSISTENCY,
          TTL,
          PAGE_SIZE,
          SLICE_START,
          SLICE_FINISH,
          SLICE_COUNT,
          SLICE_REVERSED,
          READ,
          BULK_WRITE,
          TABLE,
          COLUMN_PREFIX,
          KEY_DIGITS,
          SCHEMA,
          REPLICATION,
          COMPARATOR,
          COMPACTION,
          COMPRESSION,
          LOAD_BALANCING,
          NODES,
          LOCAL_DATACENTER,
          CONNECT_TIMEOUT,
          MAX_FRAME,
          JmxSettings.PORT,
          JmxSettings.USER,
          JmxSettings.PASSWORD,
          Credentials.USER,
          Credentials.PASSWORD,
          TlsSettings.TLS,
          TlsSettings.VERIFY,
          TlsSettings.AUTHORITIES);

  private ThriftSettings() {}

  private static Setting<SchemaText.Choice> options(String name, String example) {
    return Setting.text(
        name,
        "",
        Setting.Reach.NOTHING,
        "a class with options, such as " + example,
        SchemaText::options);
  }

  private static String parseTable(String text) {
    if (!text.matches("[A-Za-z][A-Za-z0-9_]{0,37}")) {
      throw new IllegalArgumentException("not a name");
    }
    return text;
  }
}
