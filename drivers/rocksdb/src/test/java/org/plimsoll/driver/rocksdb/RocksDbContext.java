package org.plimsoll.driver.rocksdb;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.Client;
import org.plimsoll.api.Completion;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.Timeline;

/** What a driver is given; blocking sessions run on the caller's thread. */
record RocksDbContext(
    Path temporaryFolder, String address, List<String> fieldNames, SettingValues settings)
    implements DriverContext {
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

  Client client() throws Exception {
    return new RocksDbDriver().open(this);
  }

  @Override
  public Session blocking(BlockingSession session) {
    return new Session() {
      @Override
      @SuppressWarnings("CatchingUnchecked") // whatever is thrown is a failure
      public void execute(Operation operation, Completion completion) {
        Outcome outcome;
        try {
          outcome = session.execute(operation);
        } catch (Exception e) {
          outcome = Outcome.failed(session.failureCode(e));
        }
        completion.complete(outcome);
      }

      @Override
      public void close() {
        session.close();
      }
    };
  }

  @Override
  public Timeline timeline() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long seed() {
    return 7;
  }

  @Override
  public Client open(String targetUri, Map<String, String> settings) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Counter counter(String name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Timing timing(String name) {
    throw new UnsupportedOperationException();
  }
}
