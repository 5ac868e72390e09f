package org.plimsoll.driver.ndbench;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/** Driver that runs unchanged NDBench plugins under Plimsoll's loads. */
public final class NdbenchDriver implements Driver {
  @Override
  public String name() {
    return "ndbench";
  }

  @Override
  public String description() {
    return "Plugins of NDBench, unchanged: ndbench:NAME";
  }

  @Override
  public List<String> targetForms() {
    return List.of("ndbench:NAME", "ndbench:CLASS");
  }

  @Override
  public List<Setting<?>> settings() {
    return NdbenchSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return Set.of(
        OperationType.READ,
        OperationType.INSERT,
        OperationType.UPDATE,
        OperationType.BULK_READ,
        OperationType.BULK_WRITE);
  }

  @Override
  public void checkAddress(String address) {
    if (!address.matches("[A-Za-z_$][A-Za-z0-9_$.-]*")) {
      throw new IllegalArgumentException(
          "must be ndbench: and the name or class of a plugin, such as CassJavaDriverGeneric or"
              + " com.netflix.ndbench.plugin.MyClient, was '"
              + address
              + "'");
    }
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return NdbenchClient.open(context);
  }
}
