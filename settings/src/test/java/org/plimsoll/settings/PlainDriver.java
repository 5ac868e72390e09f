package org.plimsoll.settings;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/** A driver with every named operation of the API, which cannot open a target. */
final class PlainDriver implements Driver {
  @Override
  public String name() {
    return "plain";
  }

  @Override
  public String description() {
    return "Opens nothing.";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of();
  }

  @Override
  public Set<OperationType> operations() {
    return Set.of(
        OperationType.READ,
        OperationType.INSERT,
        OperationType.UPDATE,
        OperationType.DELETE,
        OperationType.SCAN,
        OperationType.BULK_READ,
        OperationType.BULK_WRITE);
  }

  @Override
  public Client open(DriverContext context) {
    throw new IllegalStateException();
  }
}
