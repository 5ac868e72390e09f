package org.plimsoll.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.driver.sim.SimDriver;

/** A driver of a simulated target that takes credentials, and refuses one. */
final class SecretDriver implements Driver {
  private static final Setting<String> PASSWORD =
      Setting.text("password", "", Setting.Reach.NOTHING)
          .describedAs("a secret password")
          .asSecret()
          .asLive();
  private static final Setting<Long> PIN =
      Setting.count("pin", "1000", 1000, 9999).describedAs("a secret number").asSecret().asLive();
  private static final Setting<String> KEY =
      Setting.text("api-key", "", Setting.Reach.NOTHING)
          .describedAs("a secret that cannot change")
          .asSecret();

  private static final Setting<String> ENDPOINT =
      Setting.text("endpoint", "", Setting.Reach.HOSTS)
          .describedAs("URL of a second endpoint")
          .asLive();

  private final Driver sim = new SimDriver();

  @Override
  public String name() {
    return "vault";
  }

  @Override
  public String description() {
    return "a simulated target with credentials";
  }

  @Override
  public List<Setting<?>> settings() {
    List<Setting<?>> settings = new ArrayList<>(sim.settings());
    settings.add(Setting.text("user", "", Setting.Reach.NOTHING).describedAs("a user"));
    settings.addAll(List.of(PASSWORD, PIN, KEY, ENDPOINT));
    return settings;
  }

  @Override
  public Set<OperationType> operations() {
    return sim.operations();
  }

  @Override
  public Set<Capability> capabilities() {
    return sim.capabilities();
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return sim.open(context);
  }
}
