package org.plimsoll.driver.jdbc;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/** The driver for PostgreSQL, MariaDB, MySQL, CockroachDB and any database with a JDBC driver. */
public final class JdbcDriver implements Driver {
  static final OperationType INDEX_READ = OperationType.reading("index-read");
  static final OperationType LOCKED_UPDATE = OperationType.writing("locked-update");
  static final OperationType UPSERT = OperationType.writing("upsert");
  static final OperationType BEGIN = step("begin");
  static final OperationType COMMIT = step("commit");
  static final OperationType ROLLBACK = step("rollback");
  static final String PER_SESSION = "per-session";

  private static final List<OperationType> TRANSACTION = List.of(BEGIN, COMMIT, ROLLBACK);

  static final int MAX_CONNECTIONS = 10_000;

  /** Matches the port of each host after {@code //}, where several hosts may be listed. */
  private static final Pattern PORTS =
      Pattern.compile(
          "(?://|\\G,)(?:[^@/,?;]*@)?(?:\\[[^\\]]*\\]|[^:/,?;\\[]*):([0-9]+)(?=[,/?;]|$)");

  private static final int MAX_PORT = 65_535;

  /**
   * The logger of PostgreSQL's driver, which also prints what it throws. The reference keeps the
   * logger from being garbage-collected.
   */
  private static final Logger LIBRARY_LOG = Logger.getLogger("org.postgresql");

  static final Setting<DialectName> DIALECT =
      Setting.choice("dialect", DialectName.AUTO)
          .describedAs("SQL dialect; auto: from the URL and the name that the server reports");
  static final Setting<String> TABLE =
      Setting.text("table", "usertable")
          .describedAs(
              "table of the generic operations, also schema.table; created if missing; empty: no"
                  + " generic operations, only statements");
  static final Setting<String> KEY_COLUMN =
      Setting.text("key-column", "id").describedAs("column of the primary key");
  static final Setting<KeyForm> KEY_TYPE =
      Setting.choice("key-type", KeyForm.TEXT).describedAs("type of the primary key");
  static final Setting<Long> INDEX_VALUES =
      Setting.count("index-values", "0", 0, 1L << 40)
          .describedAs(
              "distinct values of a second, indexed column, for index-read; 0: no such column");
  static final Setting<String> CONNECTIONS =
      new Setting<>(
              "connections",
              Setting.Kind.TEXT,
              PER_SESSION,
              "a whole number from 1 to 10k, or per-session",
              "size of a connection pool (HikariCP), or one connection for each session",
              false,
              false,
              JdbcDriver::parseConnections)
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
      new Setting<>(
          "statements",
          Setting.Kind.TEXT,
          "",
          "lines such as 'by-city: select * from users where city = :field0', each name once",
          "your own operations: on each line a name, a colon and SQL, with :key, :field0 or"
              + " :{uniform(1,100)} as parameters",
          false,
          false,
          NamedStatements::parse);
  static final Setting<Properties> PROPERTIES =
      new Setting<>(
              "properties",
              Setting.Kind.TEXT,
              "",
              "name=value&name=value, percent-encoded (%20 for a space)",
              "properties of the JDBC driver, as after the ? of its URLs:"
                  + " sslmode=require&options=…",
              false,
              false,
              JdbcDriver::parseProperties)
          .reaching(Setting.Reach.ANYTHING);
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
      Setting.text("user", "").describedAs("empty: the default of the JDBC driver");
  static final Setting<String> PASSWORD =
      Setting.text("password", "").describedAs("empty: none").asSecret();

  @Override
  public String name() {
    return "jdbc";
  }

  @Override
  public String description() {
    return "PostgreSQL, MariaDB, CockroachDB and other SQL, through JDBC";
  }

  @Override
  public List<String> targetForms() {
    return List.of(
        "jdbc:postgresql://[user:password@]host[:port]/database",
        "jdbc:mariadb://[user:password@]host[:port]/database",
        "jdbc:URL");
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(
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
        USER,
        PASSWORD);
  }

  @Override
  public Set<OperationType> operations() {
    return Set.of(
        OperationType.READ,
        OperationType.INSERT,
        OperationType.UPDATE,
        OperationType.DELETE,
        OperationType.SCAN,
        OperationType.BULK_READ,
        OperationType.BULK_WRITE,
        UPSERT,
        INDEX_READ,
        LOCKED_UPDATE,
        BEGIN,
        COMMIT,
        ROLLBACK);
  }

  /**
   * Returns the user's operations first, then the generic operations whose table or column exists.
   */
  @Override
  public Set<OperationType> operations(SettingValues settings) {
    Map<String, OperationType> byName = new LinkedHashMap<>();
    if (settings.get(TABLE).isEmpty()) {
      TRANSACTION.forEach(type -> byName.put(type.name(), type));
    } else {
      operations().forEach(type -> byName.put(type.name(), type));
      if (settings.get(INDEX_VALUES) == 0) {
        byName.remove(INDEX_READ.name());
      }
    }
    settings
        .get(STATEMENTS)
        .byName()
        .forEach((name, texts) -> byName.put(name, NamedStatements.type(name, texts)));
    return Set.copyOf(byName.values());
  }

  private static OperationType step(String name) {
    return new OperationType(name, OperationType.Side.WRITES, false, false);
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(
        Capability.RETURNS_ROWS,
        Capability.TEXT_KEYS,
        Capability.UPDATES_FIELDS,
        Capability.THREAD_PER_SESSION);
  }

  @Override
  public void checkAddress(String address) {
    if (!address.matches("[a-z0-9]+:.+")) {
      throw new IllegalArgumentException(
          "the address must be that of a JDBC URL, such as jdbc:postgresql://host:5432/database,"
              + " was 'jdbc:"
              + address
              + "'");
    }
    PORTS
        .matcher(address)
        .results()
        .map(port -> port.group(1))
        .filter(port -> port.length() > 5 || Integer.parseInt(port) > MAX_PORT)
        .findFirst()
        .ifPresent(port -> {
          throw new IllegalArgumentException(
              "a port must be from 0 to " + MAX_PORT + ", was '" + port + "'");
        });
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    LIBRARY_LOG.setLevel(Level.OFF);
    checkAddress(context.address());
    return JdbcTarget.open(context);
  }

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
      properties.setProperty(
          decoded(part.substring(0, equals)), decoded(part.substring(equals + 1)));
    }
    return properties;
  }
}
