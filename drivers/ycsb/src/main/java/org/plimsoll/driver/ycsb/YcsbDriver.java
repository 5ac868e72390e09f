package org.plimsoll.driver.ycsb;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/** The driver that runs unchanged bindings of YCSB under loads of this tool. */
public final class YcsbDriver implements Driver {
  static final Setting<String> BINDING =
      Setting.text("binding", "")
          .describedAs(
              "folder of YCSB, of one of its bindings, or of jars; empty: only the bindings in"
                  + " YCSB's core");
  static final Setting<String> PROPERTIES =
      Setting.text("properties", "")
          .describedAs("properties for the binding: name=value, one per line")
          .reaching(Setting.Reach.ANYTHING);
  static final Setting<String> SECRET_PROPERTIES =
      Setting.text("secret-properties", "")
          .describedAs("further properties that are not shown, such as passwords")
          .reaching(Setting.Reach.ANYTHING)
          .asSecret();
  static final Setting<String> PROPERTIES_FILE =
      Setting.text("properties-file", "")
          .describedAs("properties file for the binding; the properties given here override it")
          .reaching(Setting.Reach.ANYTHING);
  static final Setting<String> TABLE =
      Setting.text("table", "usertable").describedAs("table of the operations");
  static final Setting<String> FIELD_PREFIX =
      Setting.text("field-prefix", "field").describedAs("prefix of field names");
  static final Setting<Boolean> READ_ALL_FIELDS =
      Setting.flag("read-all-fields", true)
          .describedAs("whether reads and scans ask for all fields, or for a random one");
  static final Setting<ValueForm> VALUES =
      Setting.choice("values", ValueForm.PRINTABLE)
          .describedAs(
              "form of values; printable values cannot be verified, base64 is text that can");
  static final Setting<ThreadKind> THREADS =
      Setting.choice("threads", ThreadKind.PLATFORM)
          .describedAs("kind of thread of each DB object");
  static final Setting<Long> INSERT_RETRIES =
      Setting.count("insert-retries", "0", 0, 1_000_000)
          .describedAs("how often a failed insert is retried");
  static final Setting<Duration> INSERT_RETRY_INTERVAL =
      Setting.duration("insert-retry-interval", "3s")
          .describedAs("time between retries of an insert, plus or minus 20 %");
  static final Setting<String> WORKLOAD_CLASS =
      Setting.text("workload-class", "")
          .describedAs("workload class of YCSB, for workload-transaction and workload-insert");

  static final OperationType WORKLOAD_TRANSACTION =
      new OperationType("workload-transaction", OperationType.Side.WRITES, false, false);
  static final OperationType WORKLOAD_INSERT =
      new OperationType("workload-insert", OperationType.Side.WRITES, false, false);

  private static final Set<OperationType> OPERATIONS =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.SCAN,
          WORKLOAD_TRANSACTION,
          WORKLOAD_INSERT);

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
    return List.of(
        BINDING,
        PROPERTIES,
        SECRET_PROPERTIES,
        PROPERTIES_FILE,
        TABLE,
        FIELD_PREFIX,
        READ_ALL_FIELDS,
        VALUES,
        THREADS,
        INSERT_RETRIES,
        INSERT_RETRY_INTERVAL,
        WORKLOAD_CLASS);
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
    return settings.get(VALUES) != ValueForm.PRINTABLE && settings.get(READ_ALL_FIELDS)
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
