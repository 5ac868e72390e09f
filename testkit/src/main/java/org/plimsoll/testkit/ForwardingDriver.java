package org.plimsoll.testkit;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/**
 * A driver that forwards all calls to another driver. A subclass overrides the calls that its test
 * changes or records.
 */
public abstract class ForwardingDriver implements Driver {
  private final Driver driver;

  protected ForwardingDriver(Driver driver) {
    this.driver = driver;
  }

  @Override
  public String name() {
    return driver.name();
  }

  @Override
  public String description() {
    return driver.description();
  }

  @Override
  public List<Setting<?>> settings() {
    return driver.settings();
  }

  @Override
  public Set<OperationType> operations() {
    return driver.operations();
  }

  @Override
  public Set<Capability> capabilities() {
    return driver.capabilities();
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return driver.open(context);
  }
}
