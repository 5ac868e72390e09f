package org.plimsoll.driver.jdbc;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.JdbcUrl;
import org.plimsoll.api.kit.NamedStatements;

/** Settings of {@code jdbc}. */
final class JdbcSettings {
  static final String PER_SESSION = "per-session";

  static final int MAX_CONNECTIONS = 10_000;

  static final Setting<DialectName> DIALECT =
      Setting.choice("dialect", DialectName.AUTO)
          .describedAs("SQL dialect; auto: from the URL and the name that the server reports");
  static final Setting<String> TABLE =
      Setting.text("table", "usertable", Setting.Reach.NOTHING)
          .describedAs(
              "table of the generic operations, also schema.table; created if missing; empty: no"
                  + " generic operations, only statements");
  static final Setting<String> KEY_COLUMN =
      Setting.text("key-column", "id", Setting.Reach.NOTHING)
          .describedAs("column of the primary key");
  static final Setting<KeyForm> KEY_TYPE =
      Setting.choice("key-type", KeyForm.TEXT).describedAs("type of the primary key");
  static final Setting<Long> INDEX_VALUES =
      Setting.count("index-values", "0", 0, 1L << 40)
          .describedAs(
              "distinct values of a second, indexed column, for index-read; 0: no such column");
  static final Setting<String> CONNECTIONS =
      Setting.text(
              "connections",
              PER_SESSION,
              Setting.Reach.NOTHING,
              "a whole number from 1 to 10k, or per-session",
              JdbcSettings::parseConnections)
          .describedAs("size of a connection pool (HikariCP), or one connection for each session")
          .asLive();
  static final Setting<Duration> POOL_TIMEOUT =
      Setting.duration("pool-timeout", "5s", "250ms")
          .describedAs("how long an operation waits for a connection of the pool");
  static final Setting<InsertForm> INSERT =
      Setting.choice("insert", InsertForm.UPSERT)
          .describedAs(
              "whether an insert is an upsert, so that a fill can be repeated, or fails if there"
                  + " is a row");
  static final Setting<UpdateForm> UPDATE =
      Setting.choice("update", UpdateForm.UPDATE)
          .describedAs("whether an update does not find a missing row, or is an upsert");
  static final Setting<BulkForm> BULK =
      Setting.choice("bulk", BulkForm.MULTI_ROW)
          .describedAs("bulk writes as one statement of many rows, or as a JDBC batch");
  static final Setting<Isolation> ISOLATION =
      Setting.choice("isolation", Isolation.DEFAULT)
          .describedAs("isolation level of transactions; default: the server's own")
          .asLive();
  static final Setting<Long> RETRIES =
      Setting.count("retries", "0", 0, 1000)
          .describedAs(
              "how often a transaction is retried after a serialization failure or a deadlock;"
                  + " each retry counts as an attempt")
          .asLive();
  static final Setting<Duration> STATEMENT_TIMEOUT =
      Setting.duration("statement-timeout", "0")
          .describedAs("time after which the server cancels a statement; 0: never")
          .asLive();
  static final Setting<Long> FETCH_SIZE =
      Setting.count("fetch-size", "0", 0, 1_000_000)
          .describedAs("rows that the server sends at a time in scans; 0: all")
          .asLive();
  static final Setting<Preparing> PREPARE =
      Setting.choice("prepare", Preparing.SERVER)
          .describedAs(
              "when statements are prepared: at the server on first use, as the JDBC driver"
                  + " decides, or never");
  static final Setting<NamedStatements> STATEMENTS =
      NamedStatements.setting()
          .describedAs(
              "your own operations: on each line a name, a colon and SQL, with :key, :field0 or"
                  + " :{uniform(1,100)} as parameters");
  static final Setting<Properties> PROPERTIES =
      Setting.text(
              "properties",
              "",
              Setting.Reach.NOTHING,
              "name=value&name=value, percent-encoded (%20 for a space), with parameters that the"
                  + " documentation lists",
              JdbcSettings::parseProperties)
          .describedAs(
              "properties of the JDBC driver, as after the ? of its URLs:"
                  + " sslmode=require&options=…")
          .asSecret();
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s", "1s").describedAs("timeout for a new connection");
  static final Setting<Boolean> BUSY_POLL =
      Setting.flag("busy-poll", false)
          .describedAs(
              "sessions poll for their answers, and sleep only for answers that take over 1ms;"
                  + " saves the wake-up but uses a processor for each session; PostgreSQL's and"
                  + " MariaDB's own drivers only");
  static final Setting<Encryption> TLS =
      Setting.choice("tls", Encryption.OFF)
          .describedAs("off; require: encrypt; verify: also verify certificate and name");
  static final Setting<String> USER =
      Credentials.USER.describedAs("empty: the default of the JDBC driver");
  static final Setting<String> PASSWORD = Credentials.PASSWORD.describedAs("empty: none");

  /** All settings, in the order of the help. */
  static final List<Setting<?>> ALL =
      List.of(
          DIALECT,
          TABLE,
          KEY_COLUMN,
          KEY_TYPE,
          INDEX_VALUES,
          CONNECTIONS,
          POOL_TIMEOUT,
          INSERT,
          UPDATE,
          BULK,
          ISOLATION,
          RETRIES,
          STATEMENT_TIMEOUT,
          FETCH_SIZE,
          PREPARE,
          STATEMENTS,
          PROPERTIES,
          CONNECT_TIMEOUT,
          BUSY_POLL,
          TLS,
          TlsSettings.AUTHORITIES,
          USER,
          PASSWORD);

  private JdbcSettings() {}

  private static String parseConnections(String text) {
    if (text.equals(PER_SESSION)) {
      return text;
    }
    long number = Quantities.parseCount(text);
    if (number < 1 || number > MAX_CONNECTIONS) {
      throw new IllegalArgumentException("must be from 1 to " + MAX_CONNECTIONS);
    }
    return String.valueOf(number);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static Properties parseProperties(String text) {
    Properties properties = new Properties();
    for (String part : text.isEmpty() ? new String[0] : text.split("&", -1)) {
      int equals = part.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("must be name=value");
      }
      String name = decoded(part.substring(0, equals));
      JdbcUrl.requireKnown(name);
      properties.setProperty(name, decoded(part.substring(equals + 1)));
    }
    return properties;
  }
}
