package org.plimsoll.engine.driver;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.plimsoll.api.Client;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.engine.spec.Plugins;

/**
 * A client that runs with its driver's class loader as the thread's context class loader, where
 * client libraries look for their services. It is closed once, either by its composed target or by
 * the engine.
 */
final class LoadedClient implements Client {
  private final Driver driver;
  private final Client client;
  private final AtomicBoolean closed = new AtomicBoolean();

  private LoadedClient(Driver driver, Client client) {
    this.driver = driver;
    this.client = client;
  }

  @FunctionalInterface
  private interface Step {
    void run() throws Exception;
  }

  /** Runs a call that throws no checked exceptions, with the driver's class loader. */
  private <T> T ask(Supplier<T> question) {
    try {
      return Plugins.call(driver, question::get);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void tell(Runnable step) {
    boolean _ =
        ask(() -> {
          step.run();
          return true;
        });
  }

  /** Opens a target. */
  static LoadedClient open(Driver driver, DriverContext context) throws Exception {
    return new LoadedClient(driver, Plugins.call(driver, () -> driver.open(context)));
  }

  private void step(Step step) throws Exception {
    boolean _ =
        Plugins.call(
            driver,
            () -> {
              step.run();
              return true;
            });
  }

  @Override
  public Session openSession() throws Exception {
    return Plugins.call(driver, client::openSession);
  }

  @Override
  public int preferredSessions() {
    return ask(client::preferredSessions);
  }

  @Override
  public Map<String, String> facts() {
    return ask(client::facts);
  }

  @Override
  public Map<String, Double> telemetry() throws Exception {
    return Plugins.call(driver, client::telemetry);
  }

  @Override
  public void settingsChanged(SettingValues settings) {
    tell(() -> client.settingsChanged(settings));
  }

  @Override
  public void nodesChanged(List<DiscoveredNode> nodes, int nearest) throws Exception {
    step(() -> client.nodesChanged(nodes, nearest));
  }

  @Override
  public void create() throws Exception {
    step(client::create);
  }

  @Override
  public void filled() throws Exception {
    step(client::filled);
  }

  @Override
  public void truncate() throws Exception {
    step(client::truncate);
  }

  @Override
  public OptionalLong count() throws Exception {
    return Plugins.call(driver, client::count);
  }

  @Override
  public Map<String, String> hooks() {
    return ask(client::hooks);
  }

  @Override
  public String runHook(String name) throws Exception {
    return Plugins.call(driver, () -> client.runHook(name));
  }

  @Override
  public String runHook(String name, String argument) throws Exception {
    return Plugins.call(driver, () -> client.runHook(name, argument));
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      tell(client::close);
    }
  }
}
