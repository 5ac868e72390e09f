package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.NamedStatements;
import org.plimsoll.api.kit.SchemaUse;
import org.plimsoll.api.kit.ServersAddress;
import org.plimsoll.api.kit.StatementText;
import org.plimsoll.driver.cassandrashared.ConsistencySettings;
import org.plimsoll.driver.cassandrashared.JmxSettings;

/** Settings of {@code cassandra}. */
final class CassandraSettings {
  static final ServersAddress.Form ADDRESS =
      ServersAddress.Form.servers(9042)
          .named(
              "keyspace",
              "plimsoll",
              "[A-Za-z][A-Za-z0-9_]{0,47}",
              "at most 48 letters, digits and _, starting with a letter");
  static final String AUTO = "auto";

  static final Setting<DefaultConsistencyLevel> READ_CONSISTENCY =
      ConsistencySettings.ofReads(DefaultConsistencyLevel.class);
  static final Setting<DefaultConsistencyLevel> WRITE_CONSISTENCY =
      ConsistencySettings.ofWrites(DefaultConsistencyLevel.class);
  static final Setting<DefaultConsistencyLevel> SERIAL_CONSISTENCY =
      ConsistencySettings.serial(DefaultConsistencyLevel.class, "insert-if-absent and update-if");
  static final Setting<Duration> TTL =
      Setting.duration("ttl", "0")
          .describedAs("time to live of written rows, rounded up to seconds; 0: that of the table")
          .asLive();
  static final Setting<Long> PAGE_SIZE =
      Setting.count("page-size", "5000", 1, 1_000_000)
          .describedAs("maximum number of rows in one answer to a scan")
          .asLive();
  static final Setting<String> TABLE =
      Setting.text(
              "table",
              "rows",
              Setting.Reach.NOTHING,
              "at most 40 letters, digits and _, starting with a letter, or empty",
              CassandraSettings::parseTable)
          .describedAs(
              "table of the rows; counters are in a second table with the suffix _counters;"
                  + " empty: only your statements");
  static final Setting<SchemaUse> SCHEMA =
      SchemaUse.SETTING.describedAs(
          "create what is missing; recreate: drop the tables first; temporary: also drop them"
              + " at the end; none: everything must exist");
  static final Setting<NamedStatements> STATEMENTS =
      NamedStatements.setting()
          .describedAs(
              "your own operations: on each line a name, a colon and CQL, with :key, :field0 or"
                  + " :{uniform(1,100)} as parameters");
  static final Setting<List<StatementText>> DEFINITIONS =
      Setting.text(
              "definitions",
              "",
              Setting.Reach.NOTHING,
              "CQL such as create table if not exists users (id bigint primary key), separated by"
                  + " semicolons, without parameters",
              CassandraSettings::parseDefinitions)
          .describedAs(
              "CQL that creates the tables and types that your statements need; not executed"
                  + " with schema=none");
  static final Setting<Map<String, String>> REPLICATION =
      Setting.text(
              "replication",
              "1",
              Setting.Reach.NOTHING,
              "a number of replicas in each datacenter, or datacenter=replicas, separated by"
                  + " commas",
              SchemaText::replication)
          .describedAs("replicas in each datacenter, or dc1=3,dc2=2, for a new keyspace");
  static final Setting<Map<String, String>> COMPACTION =
      options("compaction", "LeveledCompactionStrategy(sstable_size_in_mb=160)")
          .describedAs("compaction options of a new table; empty: the default of the server");
  static final Setting<Map<String, String>> COMPRESSION =
      options("compression", "LZ4Compressor(chunk_length_in_kb=4), or none")
          .describedAs("compression options of a new table; empty: the default of the server");
  static final Setting<String> TABLE_OPTIONS =
      Setting.text("table-options", "", Setting.Reach.NOTHING)
          .describedAs("CQL after CREATE TABLE … WITH, such as gc_grace_seconds = 600");
  static final Setting<KeyType> KEY_TYPE =
      Setting.choice("key-type", KeyType.BLOB)
          .describedAs(
              "type of the partition key: blob (the bytes of the key), text, or bigint (the"
                  + " number of the key)");
  static final Setting<Long> ROWS_PER_PARTITION =
      Setting.count("rows-per-partition", "1", 1, 1_000_000_000)
          .describedAs("number of rows in a partition");
  static final Setting<RowForm> ROW_FORM =
      Setting.choice("row-form", RowForm.COLUMNS)
          .describedAs("form in which rows are stored: columns, map, frozen-map, list or udt");
  static final Setting<List<ColumnType>> COLUMN_TYPES =
      Setting.text(
              "column-types",
              "blob",
              Setting.Reach.NOTHING,
              "CQL types, separated by commas, of " + ColumnType.names(),
              ColumnType::parseAll)
          .describedAs(
              "CQL types of the fields, in order; the last type is also that of all further"
                  + " fields");
  static final Setting<BulkWriteForm> BULK_WRITE =
      Setting.choice("bulk-write", BulkWriteForm.SEPARATE)
          .describedAs(
              "form of a bulk write: separate, unlogged, logged, unlogged-by-partition"
                  + " or logged-by-partition");
  static final Setting<BulkReadForm> BULK_READ =
      Setting.choice("bulk-read", BulkReadForm.SEPARATE)
          .describedAs(
              "form of a bulk read: separate queries; in: one query with IN, which needs"
                  + " rows-per-partition=1");
  static final Setting<Timestamps> TIMESTAMPS =
      Setting.choice("timestamps", Timestamps.CLIENT)
          .describedAs(
              "source of write timestamps: client or server; with server, writes are"
                  + " not idempotent");
  static final Setting<LoadBalancing> LOAD_BALANCING =
      Setting.choice("load-balancing", LoadBalancing.TOKEN_AWARE)
          .describedAs("token-aware: replicas of the key first; round-robin: all nodes in turn");
  static final Setting<String> LOCAL_DATACENTER =
      Setting.text("local-datacenter", "", Setting.Reach.NOTHING)
          .describedAs(
              "datacenter whose nodes receive operations; empty: that of the contact points");
  static final Setting<String> LOCAL_RACK =
      Setting.text("local-rack", "", Setting.Reach.NOTHING)
          .describedAs(
              "rack (on AWS: zone) whose nodes receive requests first; empty: no rack is"
                  + " preferred");
  static final Setting<Duration> SPECULATIVE_DELAY =
      Setting.duration("speculative-delay", "0")
          .describedAs(
              "delay after which the driver also sends an idempotent request to another"
                  + " node; 0: never");
  static final Setting<Long> SPECULATIVE_EXECUTIONS =
      Setting.count("speculative-executions", "1", 1, 10)
          .describedAs("maximum number of additional requests after speculative-delay");
  static final Setting<Long> CONNECTIONS =
      Setting.count("connections", "1", 1, 1000)
          .describedAs("connections to each node; all sessions share them");
  static final Setting<Long> REQUESTS_PER_CONNECTION =
      Setting.count("requests-per-connection", "4096", 32, 32_768)
          .describedAs(
              "maximum number of requests in flight on a connection; further ones fail with"
                  + " rejected");
  static final Setting<String> IN_FLIGHT =
      Setting.text(
              "in-flight",
              AUTO,
              Setting.Reach.NOTHING,
              "a whole number from 1 to 100k, or auto",
              CassandraSettings::parseInFlight)
          .describedAs(
              "maximum number of operations in flight on a session; auto: a quarter of the"
                  + " connection capacity of a node");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s")
          .describedAs("timeout for a new connection, including its first answer");
  static final Setting<Duration> HEARTBEAT =
      Setting.duration("heartbeat", "30s")
          .describedAs("idle time after which the driver checks a connection");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          READ_CONSISTENCY,
          WRITE_CONSISTENCY,
          SERIAL_CONSISTENCY,
          TTL,
          PAGE_SIZE,
          TABLE,
          STATEMENTS,
          DEFINITIONS,
          SCHEMA,
          REPLICATION,
          COMPACTION,
          COMPRESSION,
          TABLE_OPTIONS,
          KEY_TYPE,
          ROWS_PER_PARTITION,
          ROW_FORM,
          COLUMN_TYPES,
          BULK_WRITE,
          BULK_READ,
          TIMESTAMPS,
          LOAD_BALANCING,
          LOCAL_DATACENTER,
          LOCAL_RACK,
          SPECULATIVE_DELAY,
          SPECULATIVE_EXECUTIONS,
          CONNECTIONS,
          REQUESTS_PER_CONNECTION,
          IN_FLIGHT,
          ConnectionSettings.IO_THREADS,
          CONNECT_TIMEOUT,
          HEARTBEAT,
          JmxSettings.PORT,
          JmxSettings.USER,
          JmxSettings.PASSWORD,
          Credentials.USER,
          Credentials.PASSWORD,
          TlsSettings.TLS,
          TlsSettings.VERIFY,
          TlsSettings.AUTHORITIES);

  private CassandraSettings() {}

  private static Setting<Map<String, String>> options(String name, String example) {
    return Setting.text(
        name,
        "",
        Setting.Reach.NOTHING,
        "a class with options, such as " + example,
        SchemaText::options);
  }

  private static String parseTable(String text) {
    if (!text.matches("([A-Za-z][A-Za-z0-9_]{0,39})?")) {
      throw new IllegalArgumentException("not a name");
    }
    return text.toLowerCase(Locale.ROOT);
  }

  private static List<StatementText> parseDefinitions(String text) {
    List<StatementText> definitions = StatementText.split(text);
    if (definitions.stream().anyMatch(each -> !each.parameters().isEmpty())) {
      throw new IllegalArgumentException("must have no parameters");
    }
    return definitions;
  }

  private static String parseInFlight(String text) {
    if (text.equals(AUTO)) {
      return text;
    }
    long number = Quantities.parseCount(text);
    if (number < 1 || number > 100_000) {
      throw new IllegalArgumentException("must be from 1 to 100k");
    }
    return String.valueOf(number);
  }
}
