package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.ServersAddress;
import org.plimsoll.api.kit.SharedConnection;
import org.plimsoll.api.kit.StatementValue;

/** A connected Cassandra cluster. All sessions share one session of the library. */
final class CassandraTarget implements Client {
  private static final int SESSIONS = 4;
  private static final Duration COUNT_PATIENCE = Duration.ofSeconds(30);

  private final SettingValues settings;
  private final NodeEvents events;
  private final Library library;
  private final Schema schema;
  private final Maintenance maintenance;
  private final TableShape shape;
  private final Operations operations;
  private final List<UserStatement> users = new ArrayList<>();
  private final List<String> fieldNames;
  private final SharedConnection<Connected> link;
  private final ServerTelemetry telemetry;
  private final Set<CassandraSession> sessions = ConcurrentHashMap.newKeySet();

  private CassandraTarget(DriverContext context) {
    settings = context.settings();
    fieldNames = context.fieldNames();
    settings
        .get(CassandraSettings.STATEMENTS)
        .byName()
        .forEach((name, named) -> users.add(UserStatement.of(name, named)));
    users.stream()
        .flatMap(each -> each.texts().stream())
        .flatMap(text -> text.parameters().stream())
        .forEach(parameter -> {
          StatementValue _ = StatementValue.of(parameter, fieldNames);
        });
    ServersAddress given = CassandraSettings.ADDRESS.parse(context.address());
    // User statements contain the table name without quotes, and Cassandra converts it to lower
    // case.
    ServersAddress address =
        new ServersAddress(given.servers(), given.name().toLowerCase(Locale.ROOT));
    shape = TableShape.of(context, address.name());
    if (settings.get(CassandraSettings.BULK_READ) == BulkReadForm.IN && shape.hasPosition()) {
      throw new IllegalArgumentException(
          "bulk-read: must be separate where rows-per-partition is above 1, was 'in'");
    }
    events = new NodeEvents(context::event);
    library = new Library(address, context, events);
    schema = new Schema(shape, settings);
    maintenance = new Maintenance(shape, context);
    operations = new Operations(shape, context, Choices.of(settings));
    link =
        new SharedConnection<>(this::connect, connected -> connected.session().forceCloseAsync());
    telemetry = new ServerTelemetry(shape);
  }

  /** Connects. If the replaced session had prepared statements, prepares them again. */
  private Connected connect() throws Exception {
    Connected before = link.current();
    Connected fresh = new Connected(library.connect());
    if (before != null && before.templates() != null) {
      fresh.prepare(this::prepare);
    }
    return fresh;
  }

  private Templates prepare(CqlSession session) {
    boolean clocked = settings.get(CassandraSettings.TIMESTAMPS) == Timestamps.CLIENT;
    Drafts drafts = new Drafts(shape, clocked);
    List<Draft> all = new ArrayList<>(drafts.rows());
    if (schema.hasCounters(session)) {
      all.addAll(drafts.counters());
    }
    Templates templates = Templates.prepare(session, all);
    if (!users.isEmpty()) {
      schema.use(session);
      for (UserStatement each : users) {
        templates.add(PreparedUserStatement.prepare(session, each, fieldNames));
      }
    }
    return templates;
  }

  static CassandraTarget open(DriverContext context) throws Exception {
    CassandraTarget target = new CassandraTarget(context);
    var _ = target.link.open();
    target.events.listen();
    return target;
  }

  @Override
  public Session openSession() throws Exception {
    try {
      link.open().prepare(this::prepare);
    } catch (CompletionException | DriverException e) {
      throw notPrepared(Failures.unwrapped(e));
    }
    String inFlight = settings.get(CassandraSettings.IN_FLIGHT);
    long taken =
        settings.get(CassandraSettings.CONNECTIONS)
            * settings.get(CassandraSettings.REQUESTS_PER_CONNECTION);
    int maxInFlight =
        inFlight.equals(CassandraSettings.AUTO)
            ? Math.toIntExact(Math.max(1, taken / SESSIONS))
            : Integer.parseInt(inFlight);
    CassandraSession session =
        new CassandraSession(link, maxInFlight, operations, sessions::remove);
    sessions.add(session);
    return session;
  }

  private IOException notPrepared(Throwable failure) {
    if (!(failure instanceof InvalidQueryException)) {
      return library.unusable(failure);
    }
    return new IOException(
        shape.rows()
            + " cannot hold the rows of this run: "
            + failure.getMessage()
            + "; use schema=create if it does not exist, schema=recreate if its columns differ,"
            + " or"
            + " another table",
        failure);
  }

  @Override
  public int preferredSessions() {
    return SESSIONS;
  }

  @Override
  public Map<String, String> facts() {
    Connected connected = link.current();
    return connected == null ? Map.of() : Facts.of(connected.session(), shape, schema);
  }

  @Override
  public Map<String, Double> telemetry() throws IOException {
    Connected connected = link.current();
    try {
      return connected == null ? Map.of() : telemetry.read(connected.session());
    } catch (CompletionException e) {
      throw library.unusable(Failures.unwrapped(e));
    }
  }

  /**
   * Checks whether there is any row, and then estimates the number of rows. The nodes update their
   * estimates every few minutes from the data on their disks.
   */
  @Override
  public OptionalLong count() throws Exception {
    if (!shape.exists()) {
      return OptionalLong.empty();
    }
    CqlSession session = link.open().session();
    String first = "SELECT " + TableShape.KEY + " FROM " + shape.rows() + " LIMIT 1";
    try {
      SimpleStatement statement = SimpleStatement.newInstance(first).setTimeout(COUNT_PATIENCE);
      if (session.execute(statement).one() == null) {
        return OptionalLong.of(0);
      }
    } catch (DriverException e) {
      throw library.unusable(e);
    }
    long estimate = shape.hasPosition() ? 0 : schema.estimatedPartitions(session);
    return estimate > 0 ? OptionalLong.of(estimate) : OptionalLong.empty();
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
    try {
      return maintenance.run(link.open().session(), name, argument);
    } catch (InvalidQueryException | SyntaxError e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (DriverException e) {
      throw library.unusable(e);
    }
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    operations.choose(Choices.of(changed));
  }

  @Override
  public void create() throws Exception {
    attempt(schema::create);
  }

  @Override
  public void truncate() throws Exception {
    attempt(schema::truncate);
  }

  private void attempt(Consumer<CqlSession> work) throws Exception {
    try {
      work.accept(link.open().session());
    } catch (DriverException e) {
      throw library.unusable(e);
    }
  }

  @Override
  public void close() {
    events.ignore();
    sessions.forEach(CassandraSession::close);
    Connected last = link.current();
    if (last == null) {
      return;
    }
    try {
      schema.end(last.session());
    } catch (DriverException e) {
      // The run has ended, so the failure is not reported and the tables remain.
    }
    link.close();
    Library.close(last.session());
  }
}
