package org.plimsoll.engine.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.Timeline;
import org.plimsoll.engine.spec.RunSpec.TargetSpec;

/** Client libraries look for their services in the thread's context class loader. */
class ContextClassLoaderTest {
  private static final Map<String, @Nullable ClassLoader> seen = new LinkedHashMap<>();

  @Test
  void aDriverAlwaysRunsWithItsOwnContextClassLoader() throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader other = new URLClassLoader(new URL[0], null)) {
      thread.setContextClassLoader(other);
      TargetSpec spec = new TargetSpec("watched:", "watched", "", Map.of(), 0, Map.of());
      OpenTarget target = OpenTarget.open(Drivers.of(new WatchedDriver()), spec, new NoHost());
      Client client = target.client();
      client.facts();
      client.hooks();
      client.preferredSessions();
      client.telemetry();
      client.create();
      client.filled();
      client.truncate();
      client.count();
      client.runHook("flush");
      target.changeSettings(Map.of());
      target.close();
      assertThat(thread.getContextClassLoader()).isSameAs(other);
    } finally {
      thread.setContextClassLoader(before);
    }
    assertThat(seen)
        .containsOnlyKeys(
            "open",
            "facts",
            "hooks",
            "preferredSessions",
            "telemetry",
            "create",
            "filled",
            "truncate",
            "count",
            "runHook",
            "settingsChanged",
            "close");
    assertThat(seen.values()).containsOnly(WatchedDriver.class.getClassLoader());
  }

  private static void see(String method) {
    seen.put(method, Thread.currentThread().getContextClassLoader());
  }

  private static final class WatchedDriver implements Driver {
    @Override
    public String name() {
      return "watched";
    }

    @Override
    public String description() {
      return "remembers class loaders";
    }

    @Override
    public List<Setting<?>> settings() {
      return List.of();
    }

    @Override
    public Set<OperationType> operations() {
      return Set.of();
    }

    @Override
    public Client open(DriverContext context) {
      see("open");
      return new WatchedClient();
    }
  }

  private static final class WatchedClient implements Client {
    @Override
    public Session openSession() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int preferredSessions() {
      see("preferredSessions");
      return 1;
    }

    @Override
    public Map<String, String> facts() {
      see("facts");
      return Map.of();
    }

    @Override
    public Map<String, Double> telemetry() {
      see("telemetry");
      return Map.of();
    }

    @Override
    public void settingsChanged(SettingValues settings) {
      see("settingsChanged");
    }

    @Override
    public void create() {
      see("create");
    }

    @Override
    public void filled() {
      see("filled");
    }

    @Override
    public void truncate() {
      see("truncate");
    }

    @Override
    public OptionalLong count() {
      see("count");
      return OptionalLong.empty();
    }

    @Override
    public Map<String, String> hooks() {
      see("hooks");
      return Map.of();
    }

    @Override
    public String runHook(String name) {
      see("runHook");
      return name;
    }

    @Override
    public void close() {
      see("close");
    }
  }

  private static final class NoHost implements DriverHost {
    @Override
    public Timeline timeline() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long seed() {
      return 0;
    }

    @Override
    public List<String> fieldNames() {
      return List.of();
    }

    @Override
    public DriverContext.Counter counter(String name) {
      throw new UnsupportedOperationException();
    }

    @Override
    public DriverContext.Timing timing(String name) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void event(String text) {}
  }
}
