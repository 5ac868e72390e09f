package org.plimsoll.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.Timeline;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.DriverHost;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.spec.ParsedSettings;
import org.plimsoll.engine.spec.RunSpec.TargetSpec;
import org.plimsoll.engine.spec.TargetUri;

/**
 * A target for a driver under test, which is opened as the engine opens it. It runs in real time,
 * unless a timeline is given. The parts of a composed target use the drivers on the class path.
 */
public final class TestTarget implements AutoCloseable {
  private static final long SEED = 42;

  private final Driver driver;
  private final String address;
  private final Map<String, String> settings;
  private final List<String> fieldNames;
  private final @Nullable Timeline givenTimeline;
  private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();
  private final List<String> events = new CopyOnWriteArrayList<>();
  private Function<String, InetAddress> names = TestTarget::byName;
  private Predicate<InetSocketAddress> allowed = _ -> true;
  private @Nullable Clock clock;
  private @Nullable OpenTarget opened;

  public TestTarget(
      Driver driver, String address, Map<String, String> settings, List<String> fieldNames) {
    this(driver, address, settings, fieldNames, null);
  }

  /** Creates a target that uses the given timeline. */
  public TestTarget(
      Driver driver,
      String address,
      Map<String, String> settings,
      List<String> fieldNames,
      @Nullable Timeline timeline) {
    this.driver = driver;
    this.address = address;
    this.settings = Map.copyOf(settings);
    this.fieldNames = List.copyOf(fieldNames);
    this.givenTimeline = timeline;
  }

  /** Creates the target for a URI, using the driver on the class path that has its scheme. */
  public static TestTarget of(String uri, List<String> fieldNames) {
    TargetUri parts = TargetUri.parse(uri);
    Driver driver = onClassPath().get(parts.scheme());
    if (driver == null) {
      throw new IllegalArgumentException("no driver on the class path for " + uri);
    }
    return new TestTarget(driver, parts.address(), parts.query(), fieldNames);
  }

  /**
   * Restricts the addresses to which the target may connect, as a server for several users does.
   *
   * @param resolver resolves host names and literal addresses
   * @param test whether an address is allowed
   */
  public TestTarget reaching(
      Function<String, InetAddress> resolver, Predicate<InetSocketAddress> test) {
    names = resolver;
    allowed = test;
    return this;
  }

  /** Resolves a host name as the system does. */
  public static InetAddress byName(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Driver> onClassPath() {
    Map<String, Driver> drivers = new HashMap<>();
    ServiceLoader.load(Driver.class).forEach(found -> drivers.put(found.name(), found));
    return drivers;
  }

  /** Returns settings by name, from alternating names and values. */
  public static Map<String, String> named(String... namesAndValues) {
    Map<String, String> named = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      named.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return named;
  }

  /**
   * Returns the driver's defaults, overridden by the given values. Throws an exception if the
   * driver has no such setting.
   */
  public static SettingValues values(Driver driver, Map<String, String> texts) {
    return ParsedSettings.of(driver.settings(), texts);
  }

  /** Returns the address of the target, without a scheme. */
  public String address() {
    return address;
  }

  /** Opens the target in the same way as a run. */
  public Client open() throws Exception {
    Map<String, Driver> drivers = onClassPath();
    drivers.put(driver.name(), driver);
    TargetSpec spec = spec(driver, address, settings, drivers);
    opened = OpenTarget.open(Drivers.of(drivers.values().toArray(Driver[]::new)), spec, host());
    return opened.client();
  }

  private static TargetSpec spec(
      Driver driver, String address, Map<String, String> settings, Map<String, Driver> drivers) {
    Map<String, TargetSpec> parts = new HashMap<>();
    for (Setting<?> setting : driver.settings()) {
      String text = settings.get(setting.name());
      if (setting.kind() == Setting.Kind.TARGET && text != null) {
        TargetUri uri = TargetUri.parse(text);
        Driver its = drivers.get(uri.scheme());
        if (its == null) {
          throw new IllegalStateException("no driver on the class path for " + text);
        }
        parts.put(setting.name(), spec(its, uri.address(), uri.query(), drivers));
      }
    }
    return new TargetSpec(driver.name() + ":", driver.name(), address, settings, 0, parts);
  }

  private DriverHost host() {
    return new DriverHost() {
      @Override
      public Timeline timeline() {
        return givenTimeline == null ? realTime() : givenTimeline;
      }

      @Override
      public long seed() {
        return SEED;
      }

      @Override
      public List<String> fieldNames() {
        return fieldNames;
      }

      @Override
      public DriverContext.Counter counter(String name) {
        return counters.computeIfAbsent(name, _ -> new LongAdder())::add;
      }

      @Override
      public DriverContext.Timing timing(String name) {
        return counter(name)::add;
      }

      @Override
      public void event(String text) {
        events.add(text);
      }

      @Override
      public InetAddress[] resolve(String scheme, String host, int port) throws IOException {
        InetAddress found = found(host);
        connects(scheme, new InetSocketAddress(found, port));
        return new InetAddress[] {found};
      }

      @Override
      public void connects(String scheme, InetSocketAddress address) throws IOException {
        if (!allowed.test(address)) {
          String sentence = "must be an allowed address, was '" + address + "'";
          throw new RefusedAddressException(sentence, new IllegalArgumentException(sentence));
        }
      }

      private InetAddress found(String host) throws IOException {
        try {
          return names.apply(host);
        } catch (UncheckedIOException e) {
          throw e.getCause();
        }
      }
    };
  }

  private synchronized Timeline realTime() {
    if (clock == null) {
      clock = Clock.system();
    }
    return clock.housekeeping();
  }

  /** Returns the driver's counters by name. For a timing, the value is the sum. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    counters.forEach((name, adder) -> counts.put(name, adder.sum()));
    return counts;
  }

  /** Returns the events that the driver has reported. */
  public List<String> events() {
    return List.copyOf(events);
  }

  @Override
  public synchronized void close() {
    if (opened != null) {
      opened.close();
    }
    if (clock != null) {
      clock.close();
    }
  }
}
