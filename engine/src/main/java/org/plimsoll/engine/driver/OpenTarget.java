package org.plimsoll.engine.driver;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.plimsoll.api.Causes;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.ParsedSettings;
import org.plimsoll.engine.spec.RunSpec.TargetSpec;

/** An opened target with its parts. */
public final class OpenTarget implements AutoCloseable {
  private final Driver driver;
  private final TargetSpec spec;
  private final Set<OperationType> operations;
  private final Client client;
  private final TargetParts parts;

  private OpenTarget(
      Driver driver,
      TargetSpec spec,
      Set<OperationType> operations,
      Client client,
      TargetParts parts) {
    this.driver = driver;
    this.spec = spec;
    this.operations = operations;
    this.client = client;
    this.parts = parts;
  }

  /**
   * Opens a target.
   *
   * @throws InvalidSpecException if the driver rejects the user's settings
   * @throws TargetUnavailableException with the driver's message if the target cannot be used
   */
  public static OpenTarget open(Drivers drivers, TargetSpec spec, DriverHost host)
      throws TargetUnavailableException {
    Driver driver = drivers.named(spec.scheme());
    TargetParts parts = new TargetParts(drivers, host);
    try {
      Client client = parts.open(driver, spec, "");
      return new OpenTarget(driver, parts.located(spec), operations(driver, spec), client, parts);
    } catch (Exception | LinkageError e) {
      parts.close();
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

  /**
   * Returns a target that is not connected, for a run that this process only shows.
   *
   * @param facts returns what a connected client knows about the target
   * @throws InvalidSpecException if the driver rejects the user's settings
   */
  public static OpenTarget unconnected(
      Drivers drivers, TargetSpec spec, DriverHost host, Supplier<Map<String, String>> facts) {
    Driver driver = drivers.named(spec.scheme());
    return new OpenTarget(
        driver,
        spec,
        operations(driver, spec),
        new UnconnectedClient(facts),
        new TargetParts(drivers, host));
  }

  private static Set<OperationType> operations(Driver driver, TargetSpec spec) {
    return driver.operations(ParsedSettings.of(driver.settings(), spec.settings()));
  }

  public Driver driver() {
    return driver;
  }

  /** Returns the target with the hosts that discoveries have found. */
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
    parts.keepSecrets(driver, texts);
    try {
      client.settingsChanged(values);
    } catch (InvalidSpecException e) {
      throw e;
    } catch (Exception e) {
      throw new InvalidSpecException("set: refused by " + driver.name() + ": " + e.getMessage(), e);
    }
  }

  /** Returns the secrets of the target and its parts so far, which must not be displayed. */
  public Set<String> secrets() {
    return parts.secrets();
  }

  /** Runs one of the client's hooks, with an argument or an empty text. */
  public String runHook(String name, String argument) throws Exception {
    return client.runHook(name, argument);
  }

  @Override
  public void close() {
    parts.close();
  }

  private static boolean isDefect(RuntimeException e) {
    return e instanceof NullPointerException
        || e instanceof IndexOutOfBoundsException
        || e instanceof ClassCastException;
  }
}
