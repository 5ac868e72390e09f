package org.plimsoll.driver.sim;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.Timeline;

/** What a driver is given, as far as the simulated store asks for it. */
record SimContext(
    String address, SettingValues settings, Timeline timeline, long seed, Map<String, Long> counts)
    implements DriverContext {
  static SimContext of(Timeline timeline, String... namesAndValues) {
    return new SimContext("", values(namesAndValues), timeline, 7, new HashMap<>());
  }

  static SettingValues values(String... namesAndValues) {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      given.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new SettingValues() {
      @Override
      public <T> T get(Setting<T> setting) {
        String fallback = setting.defaultText();
        return setting.parse(given.getOrDefault(setting.name(), fallback == null ? "" : fallback));
      }

      @Override
      public boolean isGiven(Setting<?> setting) {
        return given.containsKey(setting.name());
      }
    };
  }

  Client client() {
    return new SimDriver().open(this);
  }

  @Override
  public List<String> fieldNames() {
    return List.of("field0");
  }

  @Override
  public Counter counter(String name) {
    return count -> counts.merge(name, count, Long::sum);
  }

  @Override
  public Path temporaryFolder() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Session blocking(BlockingSession session) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Client open(String targetUri, Map<String, String> settings) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Timing timing(String name) {
    throw new UnsupportedOperationException();
  }
}
