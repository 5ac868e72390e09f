package org.plimsoll.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.api.Timeline;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.DriverHost;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.RunSpec.TargetSpec;
import org.plimsoll.engine.spec.ScenarioSpec;

/** The services of a run for its drivers. */
record RunHost(
    RunSpec spec,
    Clock clock,
    DriverMeters meters,
    Consumer<String> events,
    RunGuard guard,
    TargetNodes nodes)
    implements DriverHost {
  @Override
  public Timeline timeline() {
    return clock.target();
  }

  @Override
  public long seed() {
    return spec.identity().seed();
  }

  @Override
  public List<String> fieldNames() {
    return ScenarioSpec.fieldNames(spec.scenarios());
  }

  @Override
  public DriverContext.Counter counter(String name) {
    return meters.counter(name);
  }

  @Override
  public DriverContext.Timing timing(String name) {
    return meters.timing(name);
  }

  @Override
  public void event(String text) {
    events.accept(text);
  }

  @Override
  public TargetSpec located(TargetSpec target, Driver driver)
      throws IOException, InterruptedException {
    return nodes.located(target, driver);
  }

  @Override
  public void opened(TargetSpec target, Driver driver, Client client) throws Exception {
    nodes.opened(target, driver, client);
  }

  @Override
  public InetAddress[] resolve(String scheme, String host, int port) throws IOException {
    try {
      return guard.resolve(scheme, host, port);
    } catch (InvalidSpecException e) {
      throw new RefusedAddressException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void connects(String scheme, InetSocketAddress address) throws IOException {
    try {
      guard.connects(scheme, address);
    } catch (InvalidSpecException e) {
      throw new RefusedAddressException(String.valueOf(e.getMessage()), e);
    }
  }
}
