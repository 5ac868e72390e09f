package org.plimsoll.driver.ycsb;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Setting;

/** Settings of {@code ycsb}. */
final class YcsbSettings {
  static final Setting<String> BINDING =
      Setting.text("binding", "", Setting.Reach.CODE)
          .describedAs(
              "folder of YCSB, of one binding, or with jars; empty: only the bindings in the"
                  + " core of YCSB");
  static final Setting<String> PROPERTIES =
      Setting.text("properties", "", Setting.Reach.ANYTHING)
          .describedAs("properties for the binding: name=value, one per line");
  static final Setting<String> SECRET_PROPERTIES =
      Setting.text("secret-properties", "", Setting.Reach.ANYTHING)
          .describedAs("additional properties that Plimsoll does not show, such as passwords")
          .asSecret();
  static final Setting<String> PROPERTIES_FILE =
      Setting.text("properties-file", "", Setting.Reach.FILES)
          .describedAs("properties file for the binding; the setting properties overrides it");
  static final Setting<String> TABLE =
      Setting.text("table", "usertable", Setting.Reach.NOTHING).describedAs("name of the table");
  static final Setting<String> FIELD_PREFIX =
      Setting.text("field-prefix", "field", Setting.Reach.NOTHING)
          .describedAs("prefix of the names of fields");
  static final Setting<Boolean> READ_ALL_FIELDS =
      Setting.flag("read-all-fields", true)
          .describedAs("reads and scans request all fields, or one random field");
  static final Setting<ValueForm> VALUES =
      Setting.choice("values", ValueForm.PRINTABLE)
          .describedAs(
              "form of values: printable, base64 or binary; printable values cannot be"
                  + " verified");
  static final Setting<ThreadKind> THREADS =
      Setting.choice("threads", ThreadKind.PLATFORM)
          .describedAs("type of thread of each DB object: platform or virtual");
  static final Setting<Long> INSERT_RETRIES =
      Setting.count("insert-retries", "0", 0, 1_000_000)
          .describedAs("number of retries of a failed insert");
  static final Setting<Duration> INSERT_RETRY_INTERVAL =
      Setting.duration("insert-retry-interval", "3s")
          .describedAs("time between retries of an insert, plus or minus 20%");
  static final Setting<String> WORKLOAD_CLASS =
      Setting.text("workload-class", "", Setting.Reach.NOTHING)
          .describedAs("workload class of YCSB, for workload-transaction and workload-insert");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
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

  private YcsbSettings() {}
}
