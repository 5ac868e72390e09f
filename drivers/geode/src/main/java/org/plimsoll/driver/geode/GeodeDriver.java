package org.plimsoll.driver.geode;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/** Driver for Apache Geode, through its own client. */
public final class GeodeDriver implements Driver {
  @Override
  public String name() {
    return "geode";
  }

  @Override
  public String description() {
    return "Apache Geode, through its Java client";
  }

  @Override
  public List<String> targetForms() {
    return List.of("geode://[user:password@]host[:port][,host[:port]…][/region]");
  }

  @Override
  public List<Setting<?>> settings() {
    return GeodeSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return GeodeOperations.ALL;
  }

  /** Calls block on sockets in virtual threads, so that an interrupt ends a hanging call. */
  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.TEXT_KEYS);
  }

  @Override
  public void checkAddress(String address) {
    var _ = GeodeSettings.ADDRESS.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return GeodeTarget.open(context);
  }
}
