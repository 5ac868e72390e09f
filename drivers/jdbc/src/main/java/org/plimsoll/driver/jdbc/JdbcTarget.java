package org.plimsoll.driver.jdbc;

import com.zaxxer.hikari.pool.HikariPool;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.JdbcUrl;

/**
 * The client of an opened database. It creates the connections, and holds the state that all
 * sessions share.
 */
final class JdbcTarget implements Client {
  /**
   * The largest estimated number of rows for which rows are counted. Counting more would take
   * seconds.
   */
  private static final long COUNTABLE_ROWS = 1_000_000;

  private final DriverContext context;
  private final SettingValues settings;
  private final String url;
  private final ConnectionSource source;
  private final Dialect dialect;
  private final Map<String, String> facts;
  private final @Nullable ConnectionPool pool;
  private final TableOperations table;
  private final JdbcSession.Shared shared;
  private final ServerTelemetry telemetry;
  private final Maintenance maintenance;
  private final AtomicLong opened = new AtomicLong();
  private final Set<JdbcSession> sessions = ConcurrentHashMap.newKeySet();
  private volatile Tuning tuning;

  private JdbcTarget(
      DriverContext context,
      SettingValues settings,
      String url,
      ConnectionSource source,
      Dialect dialect,
      Map<String, String> facts) {
    this.context = context;
    this.settings = settings;
    this.url = url;
    this.source = source;
    this.dialect = dialect;
    this.facts = facts;
    tuning = Tuning.of(settings);
    KeyForm keyForm = settings.get(JdbcSettings.KEY_TYPE);
    long indexValues = settings.get(JdbcSettings.INDEX_VALUES);
    table =
        new TableOperations(
            dialect,
            Table.of(
                dialect::quoted,
                settings.get(JdbcSettings.TABLE),
                settings.get(JdbcSettings.KEY_COLUMN),
                context.fieldNames(),
                indexValues > 0),
            context.fieldNames(),
            new TableOperations.Forms(
                keyForm,
                settings.get(JdbcSettings.INSERT),
                settings.get(JdbcSettings.UPDATE),
                settings.get(JdbcSettings.BULK),
                indexValues));
    Map<String, UserStatement> statements = new LinkedHashMap<>();
    settings
        .get(JdbcSettings.STATEMENTS)
        .byName()
        .forEach((name, named) ->
            statements.put(name, new UserStatement(named.texts(), keyForm, context.fieldNames())));
    shared = new JdbcSession.Shared(table, statements, () -> tuning, context.timeline());
    maintenance =
        new Maintenance(dialect, table.table(), !settings.get(JdbcSettings.TABLE).isEmpty());
    telemetry = new ServerTelemetry(source, dialect);
    pool = pool();
  }

  private @Nullable ConnectionPool pool() {
    String connections = settings.get(JdbcSettings.CONNECTIONS);
    if (connections.equals(JdbcSettings.PER_SESSION)) {
      return null;
    }
    return new ConnectionPool(
        source,
        dialect,
        Integer.parseInt(connections),
        settings.get(JdbcSettings.POOL_TIMEOUT),
        tuning,
        context.timing("pool-wait"));
  }

  static JdbcTarget open(DriverContext context) throws Exception {
    return open(context, context.address(), context.settings(), new Properties());
  }

  /**
   * Opens a database at another address than the one in the context.
   *
   * @param defaults connection properties that override those of the dialect
   */
  static JdbcTarget open(
      DriverContext context, String address, SettingValues settings, Properties defaults)
      throws Exception {
    String url = "jdbc:" + address;
    JdbcUrl checked = JdbcUrl.parse(url);
    Dialect assumed = Dialects.ofUrl(settings.get(JdbcSettings.DIALECT), address);
    Properties properties = new Properties();
    assumed.configure(properties, ConnectionForm.of(settings));
    defaults.forEach(properties::put);
    Properties given = settings.get(JdbcSettings.PROPERTIES);
    checked.requireAllowed(given.stringPropertyNames());
    given.forEach(properties::put);
    put(properties, "user", settings.get(JdbcSettings.USER));
    put(properties, "password", settings.get(JdbcSettings.PASSWORD));
    // This applies regardless of the user's properties.
    checked.protections().forEach(properties::setProperty);
    boolean polls = settings.get(JdbcSettings.BUSY_POLL);
    ConnectionSource source =
        ConnectionSource.of(url, properties, polls).asking(() -> ask(context, checked));
    try (Connection connection = source.getConnection()) {
      Dialect dialect = Dialects.ofServer(settings.get(JdbcSettings.DIALECT), assumed, connection);
      Map<String, String> facts = facts(connection, dialect, settings);
      return new JdbcTarget(context, settings, url, source, dialect, facts);
    } catch (SQLException | HikariPool.PoolInitializationException e) {
      throw Failures.unusable(url, e);
    }
  }

  /**
   * Checks the hosts with the engine. The JDBC drivers resolve them again, while the JDK still
   * caches their addresses.
   */
  private static void ask(DriverContext context, JdbcUrl url) throws SQLException {
    for (HostPort host : url.hosts()) {
      try {
        var _ = context.resolve(host.host(), host.port());
      } catch (RefusedAddressException e) {
        throw new SQLException(e.getMessage(), e);
      } catch (IOException e) {
        // The JDBC driver reports an unknown host.
      }
    }
  }

  private static void put(Properties properties, String name, String value) {
    if (!value.isEmpty()) {
      properties.setProperty(name, value);
    }
  }

  private static Map<String, String> facts(
      Connection connection, Dialect dialect, SettingValues settings) throws SQLException {
    DatabaseMetaData about = connection.getMetaData();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("product", about.getDatabaseProductName());
    facts.put("version", about.getDatabaseProductVersion());
    facts.put("dialect", dialect.name());
    facts.put("jdbc-driver", about.getDriverName() + " " + about.getDriverVersion());
    Isolation isolation = settings.get(JdbcSettings.ISOLATION);
    facts.put(
        "isolation",
        Isolation.nameOf(
            isolation == Isolation.DEFAULT
                ? connection.getTransactionIsolation()
                : isolation.level()));
    facts.put("connections", settings.get(JdbcSettings.CONNECTIONS));
    String query = dialect.settingsQuery();
    if (query != null) {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(query)) {
        while (rows.next()) {
          facts.put(rows.getString(1), String.valueOf(rows.getString(2)).strip());
        }
      }
    }
    return facts;
  }

  @Override
  public Session openSession() throws IOException {
    Lease lease = pool == null ? new OwnLease(source, dialect) : new PooledLease(pool);
    SplittableRandom random = new SplittableRandom(context.seed() + opened.incrementAndGet());
    JdbcSession session = new JdbcSession(shared, lease, random, sessions::remove);
    try {
      session.connect();
    } catch (SQLException e) {
      throw Failures.unusable(url, e);
    }
    sessions.add(session);
    return context.blocking(session);
  }

  @Override
  public int preferredSessions() {
    return pool == null ? 16 : pool.connections();
  }

  @Override
  public Map<String, String> facts() {
    return facts;
  }

  @Override
  public Map<String, Double> telemetry() throws Exception {
    return telemetry.read();
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    String connections = changed.get(JdbcSettings.CONNECTIONS);
    if (connections.equals(JdbcSettings.PER_SESSION) != (pool == null)) {
      throw new IllegalArgumentException(
          "connections: must stay "
              + (pool == null ? "per-session" : "a number")
              + " during a run, was '"
              + connections
              + "'");
    }
    Tuning wanted = Tuning.of(changed);
    if (!wanted.equals(tuning)) {
      tuning = wanted;
    }
    if (pool != null) {
      pool.retune(wanted);
      pool.resize(Integer.parseInt(connections));
    }
  }

  @Override
  public void create() throws Exception {
    if (settings.get(JdbcSettings.TABLE).isEmpty()) {
      return;
    }
    try (Connection connection = connect()) {
      new Schema(dialect, table.table(), settings, context.fieldNames()).create(connection);
    }
  }

  @Override
  public void filled() throws Exception {
    String analyze = dialect.analyze(table.table());
    if (analyze != null) {
      execute(analyze);
    }
  }

  @Override
  public void truncate() throws Exception {
    execute(dialect.truncate(table.table()));
  }

  @Override
  public OptionalLong count() throws Exception {
    if (settings.get(JdbcSettings.TABLE).isEmpty()) {
      return OptionalLong.empty();
    }
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      String estimate = dialect.estimate(table.table());
      if (estimate != null) {
        long rows = number(statement, estimate);
        if (rows > COUNTABLE_ROWS) {
          return OptionalLong.of(rows);
        }
      }
      return OptionalLong.of(number(statement, "select count(*) from " + table.table().name()));
    }
  }

  private static long number(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  @Override
  public Map<String, String> hooks() {
    return maintenance.hooks();
  }

  @Override
  public String runHook(String name) throws Exception {
    return runHook(name, "");
  }

  @Override
  public String runHook(String name, String argument) throws Exception {
    String sql = maintenance.sql(name, argument);
    try {
      execute(sql);
    } catch (SQLException e) {
      throw new IOException(Failures.messageOf(e), e);
    }
    return "done: " + sql;
  }

  /**
   * Runs a statement on a separate connection, so that it does not wait for the load, and does not
   * delay it.
   */
  private void execute(String sql) throws IOException, SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      var _ = statement.execute(sql);
    }
  }

  private Connection connect() throws IOException {
    try {
      return source.getConnection();
    } catch (SQLException e) {
      throw Failures.unusable(url, e);
    }
  }

  @Override
  public void close() {
    telemetry.close();
    sessions.forEach(JdbcSession::close);
    if (pool != null) {
      pool.close();
    }
  }
}
