package org.plimsoll.server;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.driver.sim.SimDriver;

/** A driver of a simulated target that is composed of two others. */
final class PairDriver implements Driver {
  private final Driver sim = new SimDriver();

  @Override
  public String name() {
    return "pair";
  }

  @Override
  public String description() {
    return "a cache and a store";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(Setting.target("cache", null), Setting.target("store", null));
  }

  @Override
  public Set<OperationType> operations() {
    return sim.operations();
  }

  @Override
  public Client open(DriverContext context) {
    throw new UnsupportedOperationException();
  }
}
