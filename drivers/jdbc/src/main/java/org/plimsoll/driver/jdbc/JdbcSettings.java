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
          .describedAs("SQL dialect; auto: by the URL and the name that the server reports");
  static final Setting<String> TABLE =
      Setting.text("table", "usertable", Setting.Reach.NOTHING)
          .describedAs(
              "table of the generic operations, created if missing; empty: only your"
                  + " statements");
  static final Setting<String> KEY_COLUMN =
      Setting.text("key-column", "id", Setting.Reach.NOTHING)
          .describedAs("primary key column of the table");
  static final Setting<KeyForm> KEY_TYPE =
      Setting.choice("key-type", KeyForm.TEXT)
          .describedAs("type of the primary key: text, number or bytes");
  static final Setting<Long> INDEX_VALUES =
      Setting.count("index-values", "0", 0, 1L << 40)
          .describedAs(
              "number of distinct values of an additional indexed column, for index-read; 0:"
                  + " no such column");
  static final Setting<String> CONNECTIONS =
      Setting.text(
              "connections",
              PER_SESSION,
              Setting.Reach.NOTHING,
              "a whole number from 1 to 10k, or per-session",
              JdbcSettings::parseConnections)
          .describedAs(
              "per-session: a connection for each session; a number: the size of a pool"
                  + " (HikariCP)")
          .asLive();
  static final Setting<Duration> POOL_TIMEOUT =
      Setting.duration("pool-timeout", "5s", "250ms")
          .describedAs("maximum time that an operation waits for a connection of the pool");
  static final Setting<InsertForm> INSERT =
      Setting.choice("insert", InsertForm.UPSERT)
          .describedAs(
              "upsert: an insert replaces an existing row; insert: it fails if the row exists");
  static final Setting<UpdateForm> UPDATE =
      Setting.choice("update", UpdateForm.UPDATE)
          .describedAs(
              "update: an update of a missing row is not found; upsert: it creates the row");
  static final Setting<BulkForm> BULK =
      Setting.choice("bulk", BulkForm.MULTI_ROW)
          .describedAs(
              "form of a bulk write; multi-row: one statement with many rows; batch: a JDBC"
                  + " batch");
  static final Setting<Isolation> ISOLATION =
      Setting.choice("isolation", Isolation.DEFAULT)
          .describedAs("isolation level of transactions; default: the level of the server")
          .asLive();
  static final Setting<Long> RETRIES =
      Setting.count("retries", "0", 0, 1000)
          .describedAs(
              "number of retries of a transaction after a serialization failure or a deadlock")
          .asLive();
  static final Setting<Duration> STATEMENT_TIMEOUT =
      Setting.duration("statement-timeout", "0")
          .describedAs("time after which the server cancels a statement; 0: never")
          .asLive();
  static final Setting<Long> FETCH_SIZE =
      Setting.count("fetch-size", "0", 0, 1_000_000)
          .describedAs("number of rows that the server sends at a time in scans; 0: all rows")
          .asLive();
  static final Setting<Preparing> PREPARE =
      Setting.choice("prepare", Preparing.SERVER)
          .describedAs(
              "preparation of statements: server (on first use), driver (as the JDBC"
                  + " driver decides) or never");
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
          .describedAs("properties of the JDBC driver, such as sslmode=require&options=…")
          .asSecret();
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s", "1s").describedAs("timeout for a new connection");
  static final Setting<Boolean> BUSY_POLL =
      Setting.flag("busy-poll", false)
          .describedAs(
              "sessions poll for their answers: lower latency, one processor per session;"
                  + " PostgreSQL and MariaDB only");
  static final Setting<Encryption> TLS =
      Setting.choice("tls", Encryption.OFF)
          .describedAs(
              "encryption; off: none; require: encrypt the connections; verify: also verify"
                  + " the server certificate and its name");
  static final Setting<String> USER =
      Credentials.USER.describedAs("empty: the default of the JDBC driver");
  static final Setting<String> PASSWORD = Credentials.PASSWORD.describedAs("empty: none");

  /** All settings, in the order in which the help lists them. */
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
