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
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.Timeline;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.ParsedSettings;
import org.plimsoll.engine.spec.RunSpec.TargetSpec;

/**
 * The opened parts of a target, with their threads, temporary folder and secrets. A target that is
 * not composed is one part.
 */
final class TargetParts implements AutoCloseable {
  private final Drivers drivers;
  private final DriverHost host;
  private final Deque<Client> clients = new ArrayDeque<>();
  private final Map<TargetSpec, TargetSpec> located = new HashMap<>();
  private @Nullable Path temporaryFolder;
  private final Map<Driver, ExecutorService> threads = new HashMap<>();
  private final Set<String> secrets = ConcurrentHashMap.newKeySet();

  TargetParts(Drivers drivers, DriverHost host) {
    this.drivers = drivers;
    this.host = host;
  }

  /**
   * Opens the target or one of its parts.
   *
   * @param prefix prefix of the names of a part's counters, since two parts may use one driver
   */
  Client open(Driver driver, TargetSpec asked, String prefix) throws Exception {
    TargetSpec spec = asked.discovery() == null ? asked : host.located(asked, driver);
    located.put(asked, spec);
    SettingValues settings = ParsedSettings.of(driver.settings(), spec.settings());
    keepSecrets(driver, spec.settings());
    boolean isDiscovered = asked.discovery() != null;
    Client client =
        LoadedClient.open(
            driver, new PartContext(this, driver, spec, settings, prefix, isDiscovered));
    clients.push(client);
    if (isDiscovered) {
      host.opened(asked, driver, client);
    }
    return client;
  }

  /** Returns a target with its parts, as they were opened. */
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

  /** Returns the secrets so far, which must not be displayed. */
  Set<String> secrets() {
    return Set.copyOf(secrets);
  }

  private synchronized Path temporaryFolder() {
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

  private synchronized ExecutorService threads(Driver driver) {
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
      System.getLogger(TargetParts.class.getName())
          .log(System.Logger.Level.WARNING, "cannot delete " + folder, e);
    }
  }

  /** The context that a driver receives to open one part. */
  private record PartContext(
      TargetParts parts,
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
      return parts.host.fieldNames();
    }

    @Override
    public Path temporaryFolder() {
      return parts.temporaryFolder();
    }

    @Override
    public Timeline timeline() {
      return parts.host.timeline();
    }

    @Override
    public long seed() {
      return parts.host.seed();
    }

    @Override
    public Session blocking(BlockingSession session) {
      return new BlockingAdapter(session, parts.threads(driver));
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
      Driver itsDriver = parts.drivers.named(its.scheme());
      return parts.open(itsDriver, its, prefix + part.name() + "-");
    }

    @Override
    public InetAddress[] resolve(String host, int port) throws IOException {
      return parts.host.resolve(spec.scheme(), host, port);
    }

    @Override
    public InetSocketAddress resolve(InetSocketAddress address) throws IOException {
      if (!address.isUnresolved()) {
        parts.host.connects(spec.scheme(), address);
      }
      return DriverContext.super.resolve(address);
    }

    @Override
    public Counter counter(String name) {
      return parts.host.counter(prefix + name);
    }

    @Override
    public Timing timing(String name) {
      return parts.host.timing(prefix + name);
    }

    @Override
    public void event(String text) {
      parts.host.event(text);
    }
  }
}
