package org.plimsoll.driver.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.embedded.Durability;

/** Driver for SQLite embedded in this process, through JDBC. The database is a file in a folder. */
public final class SqliteDriver implements Driver {
  static final Setting<Durability> DURABILITY =
      Durability.setting(Durability.PAGE_CACHE, Durability.PAGE_CACHE, Durability.DISK);

  private static final String FILE = "rows.sqlite";

  /** Settings of {@code jdbc} that do not apply to a file. */
  private static final Set<Setting<?>> OF_SERVERS =
      Set.of(
          JdbcSettings.DIALECT,
          JdbcSettings.PREPARE,
          JdbcSettings.CONNECT_TIMEOUT,
          JdbcSettings.BUSY_POLL,
          JdbcSettings.TLS,
          TlsSettings.AUTHORITIES,
          JdbcSettings.USER,
          JdbcSettings.PASSWORD);

  private final JdbcDriver jdbc = new JdbcDriver();

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  public String description() {
    return "SQLite, embedded, through JDBC";
  }

  @Override
  public List<String> targetForms() {
    return List.of("sqlite:", "sqlite:/path");
  }

  @Override
  public List<Setting<?>> settings() {
    return Stream.concat(
            Stream.of(DURABILITY),
            jdbc.settings().stream().filter(setting -> !OF_SERVERS.contains(setting)))
        .toList();
  }

  @Override
  public Set<OperationType> operations() {
    return jdbc.operations();
  }

  @Override
  public Set<OperationType> operations(SettingValues settings) {
    return jdbc.operations(settings);
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(
        Capability.EMBEDDED,
        Capability.RETURNS_ROWS,
        Capability.TEXT_KEYS,
        Capability.UPDATES_FIELDS,
        Capability.THREAD_PER_SESSION);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    Path folder = folder(context);
    SettingValues settings = new WithDefaults(context.settings(), Set.copyOf(settings()));
    Properties properties = new Properties();
    properties.setProperty(
        "synchronous", settings.get(DURABILITY) == Durability.DISK ? "FULL" : "NORMAL");
    return JdbcTarget.open(context, "sqlite:" + folder.resolve(FILE), settings, properties);
  }

  private static Path folder(DriverContext context) throws IOException {
    String address = context.address();
    String path = address.startsWith("//") ? address.substring(2) : address;
    Path folder =
        path.isEmpty()
            ? context.temporaryFolder().resolve("sqlite")
            : Path.of(path).toAbsolutePath().normalize();
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new IOException("sqlite: " + folder + " is a file, not the folder of a store");
    }
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IOException("sqlite: cannot create the folder " + folder + ": " + e, e);
    }
  }

  /**
   * The user's values, with the defaults of settings that this driver does not have.
   *
   * @param known the settings of this driver
   */
  private record WithDefaults(SettingValues values, Set<Setting<?>> known)
      implements SettingValues {
    @Override
    public <T> T get(Setting<T> setting) {
      String text = setting.defaultText();
      return known.contains(setting) || text == null ? values.get(setting) : setting.parse(text);
    }

    @Override
    public boolean isGiven(Setting<?> setting) {
      return known.contains(setting) && values.isGiven(setting);
    }
  }
}
