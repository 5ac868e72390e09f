package org.plimsoll.engine.driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.Causes;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.Timeline;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.ParsedSettings;
import org.plimsoll.engine.spec.RunSpec.TargetSpec;

/** An opened target with its threads, temporary files and parts. */
public final class OpenTarget implements AutoCloseable {
  private final Driver driver;
  private final TargetSpec spec;
  private final Set<OperationType> operations;
  private final Client client;
  private final Shared shared;

  private OpenTarget(
      Driver driver, TargetSpec spec, Set<OperationType> operations, Client client, Shared shared) {
    this.driver = driver;
    this.spec = spec;
    this.operations = operations;
    this.client = client;
    this.shared = shared;
  }

  /** The engine's services for drivers besides their settings. */
  public interface Host {
    Timeline timeline();

    long seed();

    List<String> fieldNames();

    DriverContext.Counter counter(String name);

    DriverContext.Timing timing(String name);

    /** Reports an event of the target. */
    void event(String text);

    /**
     * Resolves a host that a target connects to, see {@link DriverContext#resolve}.
     *
     * @param scheme scheme of the target or its part
     */
    default InetAddress[] resolve(String scheme, String host, int port) throws IOException {
      return InetAddress.getAllByName(host);
    }

    /**
     * Checks a resolved address that a target connects to.
     *
     * @throws IOException if the address is not allowed
     */
    default void connects(String scheme, InetSocketAddress address) throws IOException {}

    /**
     * Finds the hosts of a target that has a discovery.
     *
     * @return the target with an address
     * @throws IOException if no node is found; the message is a sentence
     */
    default TargetSpec located(TargetSpec spec, Driver driver)
        throws IOException, InterruptedException {
      throw new IOException("discovery: can be used only in a run");
    }

    /** A target with a discovery, or a part of one, was opened. */
    default void opened(TargetSpec spec, Driver driver, Client client) throws Exception {}
  }

  /**
   * Opens a target.
   *
   * @throws InvalidSpecException if the driver rejects the user's settings
   * @throws TargetUnavailableException with the driver's message if the target cannot be used
   */
  public static OpenTarget open(Drivers drivers, TargetSpec spec, Host host)
      throws TargetUnavailableException {
    Driver driver = drivers.named(spec.scheme());
    Shared shared = new Shared(drivers, host);
    try {
      Client client = shared.openPart(driver, spec, "");
      Set<OperationType> operations =
          driver.operations(ParsedSettings.of(driver.settings(), spec.settings()));
      return new OpenTarget(driver, shared.located(spec), operations, client, shared);
    } catch (Exception | LinkageError e) {
      shared.close();
      Optional<Throwable> refused =
          Causes.of(e).stream().filter(RefusedAddressException.class::isInstance).findFirst();
      if (refused.isPresent()) {
        throw TargetUnavailableException.because(refused.get());
      }
      if (e instanceof RuntimeException unexpected && isDefect(unexpected)) {
        throw unexpected;
      }
      if (e instanceof InvalidSpecException || e.getClass() == IllegalArgumentException.class) {
        throw new InvalidSpecException(String.valueOf(e.getMessage()), e);
      }
      throw TargetUnavailableException.because(e);
    }
  }

  public Driver driver() {
    return driver;
  }

  /** The target as it was opened, with the hosts that discoveries have found. */
  public TargetSpec spec() {
    return spec;
  }

  /** The operations that the driver supports with its settings. */
  public Set<OperationType> operations() {
    return operations;
  }

  public Client client() {
    return client;
  }

  /** Opens a session with the driver's context class loader. */
  public Session openSession() throws Exception {
    return client.openSession();
  }

  /** Reads the driver's metrics of the server, with the driver's context class loader. */
  public Map<String, Double> telemetry() throws Exception {
    return client.telemetry();
  }

  /**
   * Passes new values of its settings to the driver.
   *
   * @param texts values by name; other settings have their defaults
   * @throws InvalidSpecException if a value is not allowed, or the driver rejects it
   */
  public void changeSettings(Map<String, String> texts) {
    SettingValues values = ParsedSettings.of(driver.settings(), texts);
    shared.keepSecrets(driver, texts);
    try {
      client.settingsChanged(values);
    } catch (InvalidSpecException e) {
      throw e;
    } catch (Exception e) {
      throw new InvalidSpecException("set: refused by " + driver.name() + ": " + e.getMessage(), e);
    }
  }

  /** The secrets of the target and its parts so far, which must not be displayed. */
  public Set<String> secrets() {
    return Set.copyOf(shared.secrets);
  }

  /** Runs one of the client's hooks, with an argument or an empty text. */
  public String runHook(String name, String argument) throws Exception {
    return client.runHook(name, argument);
  }

  @Override
  public void close() {
    shared.close();
  }

  private static boolean isDefect(RuntimeException e) {
    return e instanceof NullPointerException
        || e instanceof IndexOutOfBoundsException
        || e instanceof ClassCastException;
  }

  /** State that is shared by the parts of a composed target. */
  private static final class Shared implements AutoCloseable {
    private final Drivers drivers;
    private final Host host;
    private final Deque<Client> clients = new ArrayDeque<>();
    private final Map<TargetSpec, TargetSpec> located = new HashMap<>();
    private @Nullable Path temporaryFolder;
    private final Map<Driver, ExecutorService> threads = new HashMap<>();
    private final Set<String> secrets = ConcurrentHashMap.newKeySet();

    Shared(Drivers drivers, Host host) {
      this.drivers = drivers;
      this.host = host;
    }

    /**
     * Opens the target or one of its parts.
     *
     * @param prefix prefix of the names of a part's counters, since two parts may use one driver
     */
    Client openPart(Driver driver, TargetSpec asked, String prefix) throws Exception {
      TargetSpec spec = asked.discovery() == null ? asked : host.located(asked, driver);
      located.put(asked, spec);
      SettingValues settings = ParsedSettings.of(driver.settings(), spec.settings());
      keepSecrets(driver, spec.settings());
      boolean isDiscovered = asked.discovery() != null;
      Client client =
          LoadedClient.open(
              driver, new Context(this, driver, spec, settings, prefix, isDiscovered));
      clients.push(client);
      if (isDiscovered) {
        host.opened(asked, driver, client);
      }
      return client;
    }

    /** A target with its parts, as they were opened. */
    TargetSpec located(TargetSpec asked) {
      Map<String, TargetSpec> parts = new HashMap<>();
      asked.parts().forEach((name, part) -> parts.put(name, located(part)));
      TargetSpec its = located.getOrDefault(asked, asked);
      return new TargetSpec(
          its.uri(), its.scheme(), its.address(), its.settings(), its.sessions(), parts);
    }

    void keepSecrets(Driver driver, Map<String, String> texts) {
      for (Setting<?> setting : driver.settings()) {
        String text = setting.secret() ? texts.get(setting.name()) : null;
        if (text != null && !text.isBlank()) {
          secrets.add(text);
        }
      }
    }

    synchronized Path temporaryFolder() {
      Path folder = temporaryFolder;
      if (folder == null) {
        try {
          folder = Files.createTempDirectory("plimsoll-");
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        temporaryFolder = folder;
      }
      return folder;
    }

    synchronized ExecutorService threads(Driver driver) {
      return threads.computeIfAbsent(driver, DriverThreads::of);
    }

    @Override
    public void close() {
      while (!clients.isEmpty()) {
        clients.pop().close();
      }
      synchronized (this) {
        threads.values().forEach(ExecutorService::shutdownNow);
        if (temporaryFolder != null) {
          deleteTree(temporaryFolder);
        }
      }
    }

    private static void deleteTree(Path folder) {
      try (Stream<Path> walk = Files.walk(folder)) {
        for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      } catch (IOException e) {
        System.getLogger(OpenTarget.class.getName())
            .log(System.Logger.Level.WARNING, "cannot delete " + folder, e);
      }
    }
  }

  record Context(
      Shared shared,
      Driver driver,
      TargetSpec spec,
      SettingValues settings,
      String prefix,
      boolean isDiscovered)
      implements DriverContext {
    @Override
    public String address() {
      return spec.address();
    }

    @Override
    public List<String> fieldNames() {
      return shared.host.fieldNames();
    }

    @Override
    public Path temporaryFolder() {
      return shared.temporaryFolder();
    }

    @Override
    public Timeline timeline() {
      return shared.host.timeline();
    }

    @Override
    public long seed() {
      return shared.host.seed();
    }

    @Override
    public Session blocking(BlockingSession session) {
      return new BlockingAdapter(session, shared.threads(driver));
    }

    @Override
    public Session confined(Thread.Builder thread, Callable<? extends BlockingSession> maker)
        throws Exception {
      ClassLoader loader = driver.getClass().getClassLoader();
      return ConfinedSession.open(
          work -> {
            Thread own = thread.unstarted(work);
            own.setContextClassLoader(loader);
            return own;
          },
          maker);
    }

    @Override
    public Client open(Setting<String> part) throws Exception {
      TargetSpec its = spec.parts().get(part.name());
      if (its == null) {
        throw new InvalidSpecException(
            part.name() + ": must be " + part.allowed() + ", is missing");
      }
      Driver itsDriver = shared.drivers.named(its.scheme());
      return shared.openPart(itsDriver, its, prefix + part.name() + "-");
    }

    @Override
    public InetAddress[] resolve(String host, int port) throws IOException {
      return shared.host.resolve(spec.scheme(), host, port);
    }

    @Override
    public InetSocketAddress resolve(InetSocketAddress address) throws IOException {
      if (!address.isUnresolved()) {
        shared.host.connects(spec.scheme(), address);
      }
      return DriverContext.super.resolve(address);
    }

    @Override
    public Counter counter(String name) {
      return shared.host.counter(prefix + name);
    }

    @Override
    public Timing timing(String name) {
      return shared.host.timing(prefix + name);
    }

    @Override
    public void event(String text) {
      shared.host.event(text);
    }
  }
}
