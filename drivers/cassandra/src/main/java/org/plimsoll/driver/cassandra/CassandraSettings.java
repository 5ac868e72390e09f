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
              "table of the rows; counters are in a second table, with the suffix _counters;"
                  + " empty: no generic operations, only statements");
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
          .describedAs("CQL that creates what your statements need; not if schema is none");
  static final Setting<Map<String, String>> REPLICATION =
      Setting.text(
              "replication",
              "1",
              Setting.Reach.NOTHING,
              "a number of replicas in each datacenter, or datacenter=replicas, separated by"
                  + " commas",
              SchemaText::replication)
          .describedAs("replicas in each datacenter, for a new keyspace");
  static final Setting<Map<String, String>> COMPACTION =
      options("compaction", "LeveledCompactionStrategy(sstable_size_in_mb=160)")
          .describedAs("compaction, where the table is created; empty: the server's default");
  static final Setting<Map<String, String>> COMPRESSION =
      options("compression", "LZ4Compressor(chunk_length_in_kb=4), or none")
          .describedAs("compression, where the table is created; empty: the server's default");
  static final Setting<String> TABLE_OPTIONS =
      Setting.text("table-options", "", Setting.Reach.NOTHING)
          .describedAs("CQL after CREATE TABLE … WITH, such as gc_grace_seconds = 600");
  static final Setting<KeyType> KEY_TYPE =
      Setting.choice("key-type", KeyType.BLOB)
          .describedAs("type of the partition key: the key's bytes, its text, or its number");
  static final Setting<Long> ROWS_PER_PARTITION =
      Setting.count("rows-per-partition", "1", 1, 1_000_000_000)
          .describedAs("rows in each partition, by key number");
  static final Setting<RowForm> ROW_FORM =
      Setting.choice("row-form", RowForm.COLUMNS)
          .describedAs("fields as columns, as one collection, or as one user-defined type");
  static final Setting<List<ColumnType>> COLUMN_TYPES =
      Setting.text(
              "column-types",
              "blob",
              Setting.Reach.NOTHING,
              "CQL types, separated by commas, of " + ColumnType.names(),
              ColumnType::parseAll)
          .describedAs("types of the fields in turn; the last one applies to the rest");
  static final Setting<BulkWriteForm> BULK_WRITE =
      Setting.choice("bulk-write", BulkWriteForm.SEPARATE)
          .describedAs("bulk writes as separate statements, one batch, or a batch per partition");
  static final Setting<BulkReadForm> BULK_READ =
      Setting.choice("bulk-read", BulkReadForm.SEPARATE)
          .describedAs("bulk reads as separate queries, or one query with IN");
  static final Setting<Timestamps> TIMESTAMPS =
      Setting.choice("timestamps", Timestamps.CLIENT)
          .describedAs("source of write timestamps; with server, writes are not idempotent");
  static final Setting<LoadBalancing> LOAD_BALANCING =
      Setting.choice("load-balancing", LoadBalancing.TOKEN_AWARE)
          .describedAs("replicas of the key first, or all nodes in turn");
  static final Setting<String> LOCAL_DATACENTER =
      Setting.text("local-datacenter", "", Setting.Reach.NOTHING)
          .describedAs("datacenter for operations; empty: that of the contact points");
  static final Setting<String> LOCAL_RACK =
      Setting.text("local-rack", "", Setting.Reach.NOTHING)
          .describedAs(
              "rack (on AWS: zone) whose nodes take requests first, as the clients of Dynomite and"
                  + " EVCache do; empty: all racks alike");
  static final Setting<Duration> SPECULATIVE_DELAY =
      Setting.duration("speculative-delay", "0")
          .describedAs(
              "delay before an unanswered idempotent request is also sent to another node; 0:"
                  + " never");
  static final Setting<Long> SPECULATIVE_EXECUTIONS =
      Setting.count("speculative-executions", "1", 1, 10)
          .describedAs("maximum number of speculative requests, without the first request");
  static final Setting<Long> CONNECTIONS =
      Setting.count("connections", "1", 1, 1000)
          .describedAs("connections to each node, which all sessions share");
  static final Setting<Long> REQUESTS_PER_CONNECTION =
      Setting.count("requests-per-connection", "4096", 32, 32_768)
          .describedAs("maximum requests in flight on a connection; more are rejected");
  static final Setting<String> IN_FLIGHT =
      Setting.text(
              "in-flight",
              AUTO,
              Setting.Reach.NOTHING,
              "a whole number from 1 to 100k, or auto",
              CassandraSettings::parseInFlight)
          .describedAs(
              "operations in flight on a session; auto: a quarter of a node's connection capacity");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s")
          .describedAs("timeout for a new connection, including its first answer");
  static final Setting<Duration> HEARTBEAT =
      Setting.duration("heartbeat", "30s")
          .describedAs("idle time after which a connection is checked with a heartbeat");

  /** All settings, in the order of the help. */
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
