package org.plimsoll.driver.jdbc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.JdbcUrl;

/** Driver for PostgreSQL, MariaDB, MySQL, CockroachDB and any other database with a JDBC driver. */
public final class JdbcDriver implements Driver {
  private static final List<OperationType> TRANSACTION =
      List.of(JdbcSession.BEGIN, JdbcSession.COMMIT, JdbcSession.ROLLBACK);

  /** Matches the port of each host after {@code //}, which may list several hosts. */
  private static final Pattern PORTS =
      Pattern.compile(
          "(?://|\\G,)(?:[^@/,?;]*@)?(?:\\[[^\\]]*\\]|[^:/,?;\\[]*):([0-9]+)(?=[,/?;]|$)");

  private static final int MAX_PORT = 65_535;

  /**
   * The logger of PostgreSQL's driver, which also logs the exceptions that it throws. This
   * reference keeps it from being garbage-collected.
   */
  private static final Logger LIBRARY_LOG = Logger.getLogger("org.postgresql");

  @Override
  public String name() {
    return "jdbc";
  }

  @Override
  public String description() {
    return "PostgreSQL, MariaDB, CockroachDB, SQLite and other SQL, through JDBC";
  }

  @Override
  public List<String> targetForms() {
    return List.of(
        "jdbc:postgresql://[user:password@]host[:port]/database",
        "jdbc:mariadb://[user:password@]host[:port]/database",
        "jdbc:sqlite:/path",
        "jdbc:URL");
  }

  @Override
  public List<Setting<?>> settings() {
    return JdbcSettings.ALL;
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
        TableOperations.UPSERT,
        TableOperations.INDEX_READ,
        TableOperations.LOCKED_UPDATE,
        JdbcSession.BEGIN,
        JdbcSession.COMMIT,
        JdbcSession.ROLLBACK);
  }

  /**
   * Returns the user's operations, followed by the generic operations whose table or column exists.
   */
  @Override
  public Set<OperationType> operations(SettingValues settings) {
    Map<String, OperationType> byName = new LinkedHashMap<>();
    if (settings.get(JdbcSettings.TABLE).isEmpty()) {
      TRANSACTION.forEach(type -> byName.put(type.name(), type));
    } else {
      operations().forEach(type -> byName.put(type.name(), type));
      if (settings.get(JdbcSettings.INDEX_VALUES) == 0) {
        byName.remove(TableOperations.INDEX_READ.name());
      }
    }
    settings.get(JdbcSettings.STATEMENTS).addTo(byName);
    return Set.copyOf(byName.values());
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
    if (address.startsWith("sqlite:") && address.contains(":memory:")) {
      throw new IllegalArgumentException(
          "the address must name a file, because each session would have its own in-memory"
              + " database, was 'jdbc:"
              + address
              + "'; sqlite: has a temporary file");
    }
    var _ = JdbcUrl.parse("jdbc:" + address);
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
}
