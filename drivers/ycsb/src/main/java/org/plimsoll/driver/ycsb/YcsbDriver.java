package org.plimsoll.driver.ycsb;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/** Driver that runs unchanged YCSB bindings under Plimsoll's loads. */
public final class YcsbDriver implements Driver {
  private static final Set<OperationType> OPERATIONS =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.SCAN,
          YcsbSession.WORKLOAD_TRANSACTION,
          YcsbSession.WORKLOAD_INSERT);

  @Override
  public String name() {
    return "ycsb";
  }

  @Override
  public String description() {
    return "Bindings of YCSB, unchanged: ycsb:NAME or ycsb:CLASS";
  }

  @Override
  public List<String> targetForms() {
    return List.of("ycsb:NAME", "ycsb:CLASS");
  }

  @Override
  public List<Setting<?>> settings() {
    return YcsbSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return OPERATIONS;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.TEXT_KEYS, Capability.UPDATES_FIELDS);
  }

  @Override
  public Optional<String> rowsNeed(SettingValues settings, List<String> fieldNames) {
    return settings.get(YcsbSettings.VALUES) != ValueForm.PRINTABLE
            && settings.get(YcsbSettings.READ_ALL_FIELDS)
        ? Optional.empty()
        : Optional.of("values=base64 (or binary) and read-all-fields=true");
  }

  @Override
  public void checkAddress(String address) {
    if (!address.matches("[A-Za-z_$][A-Za-z0-9_$.-]*")) {
      throw new IllegalArgumentException(
          "must be ycsb: and the name of a binding, such as redis, or of a class, was '"
              + address
              + "'");
    }
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return YcsbClient.open(context);
  }
}
