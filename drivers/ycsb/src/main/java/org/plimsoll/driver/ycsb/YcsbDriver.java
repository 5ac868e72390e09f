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

/** Runs a binding of YCSB, whose classes stay as they are, under loads of this tool. */
public final class YcsbDriver implements Driver {
  static final Setting<String> BINDING =
      Setting.text("binding", "")
          .describedAs(
              "folder of YCSB, of one of its bindings, or with jars; empty: what YCSB's core has");
  static final Setting<String> PROPERTIES =
      Setting.text("properties", "")
          .describedAs("properties for the binding: name=value, a line each")
          .reaching(Setting.Reach.ANYTHING);
  static final Setting<String> SECRET_PROPERTIES =
      Setting.text("secret-properties", "")
          .describedAs("more properties, such as passwords, that are not shown")
          .reaching(Setting.Reach.ANYTHING)
          .asSecret();
  static final Setting<String> PROPERTIES_FILE =
      Setting.text("properties-file", "")
          .describedAs("file of properties for the binding, below those given here")
          .reaching(Setting.Reach.ANYTHING);
  static final Setting<String> TABLE =
      Setting.text("table", "usertable").describedAs("table that operations name");
  static final Setting<String> FIELD_PREFIX =
      Setting.text("field-prefix", "field").describedAs("what field names begin with");
  static final Setting<Boolean> READ_ALL_FIELDS =
      Setting.flag("read-all-fields", true)
          .describedAs("reads and scans ask for all fields, or for one that is drawn");
  static final Setting<ValueForm> VALUES =
      Setting.choice("values", ValueForm.PRINTABLE)
          .describedAs(
              "bytes of values; printable ones cannot be verified, base64 is text that can");
  static final Setting<ThreadKind> THREADS =
      Setting.choice("threads", ThreadKind.PLATFORM)
          .describedAs("the thread that each DB object has to itself");
  static final Setting<Long> INSERT_RETRIES =
      Setting.count("insert-retries", "0", 0, 1_000_000)
          .describedAs("how often an insert that has failed is tried again");
  static final Setting<Duration> INSERT_RETRY_INTERVAL =
      Setting.duration("insert-retry-interval", "3s")
          .describedAs("time between such tries, give or take a fifth");
  static final Setting<String> WORKLOAD_CLASS =
      Setting.text("workload-class", "")
          .describedAs("class of a YCSB workload, for workload-transaction and workload-insert");

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
