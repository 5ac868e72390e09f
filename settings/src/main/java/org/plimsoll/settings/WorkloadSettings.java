package org.plimsoll.settings;

import static org.plimsoll.settings.SettingTypes.MAX_KEYS;
import static org.plimsoll.settings.SettingTypes.require;

import java.util.List;
import java.util.Map;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.api.Setting.Kind;
import org.plimsoll.api.custom.CustomWorkload;
import org.plimsoll.engine.spec.CustomClass;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyForm;
import org.plimsoll.engine.spec.KeyLocality;
import org.plimsoll.engine.spec.WorkloadSpec;
import org.plimsoll.settings.text.CustomText;
import org.plimsoll.settings.text.KeyDistributionText;
import org.plimsoll.settings.text.KeyFormText;
import org.plimsoll.settings.text.KeyWindowText;
import org.plimsoll.settings.text.PerOperation;
import org.plimsoll.settings.text.RequestText;
import org.plimsoll.settings.text.TransactionText;

/** The settings of a workload: operations, keys and rows. */
public final class WorkloadSettings {
  private static final double MAX_WEIGHT = 1e9;
  private static final int MAX_FIELDS = 10_000;

  public static final Setting<Map<String, Double>> MIX =
      Setting.of(
              "mix",
              Kind.TEXT,
              "read=50,update=50",
              "weights of different operations such as read=80,update=20, each a number from 0 to"
                  + " 1e9 and not all 0",
              WorkloadSettings::parseMix)
          .describedAs(
              "weights of operations: read, insert, update (or write), delete, scan,"
                  + " read-modify-write, bulk-read, bulk-write, operations that the driver names,"
                  + " and transactions")
          .asLive();

  public static final Setting<Map<String, List<TransactionText.StepText>>> TRANSACTION =
      Setting.of("transaction", Kind.TEXT, null, TransactionText.ALLOWED, TransactionText::parse)
          .describedAs(
              "sequence of operations that counts as one operation:"
                  + " checkout=read,read,update(same), then --mix checkout=20,read=80;"
                  + " update(same) has the key of the previous step");

  public static final Setting<KeyDistributionSpec.Requests> REQUESTS =
      Setting.of("requests", Kind.TEXT, null, RequestText.ALLOWED, RequestText::parse)
          .describedAs(
              "file of requests instead of a mix, with a JSON object such as {\"op\": \"read\","
                  + " \"key\": \"a\"} on each line; replay unless it is drawn");

  public static final Setting<CustomClass<CustomWorkload>> WORKLOAD =
      Setting.of(
              "workload",
              Kind.TEXT,
              null,
              CustomText.WORKLOADS.allowed() + " with the name of a folder in the drivers folder",
              CustomText.WORKLOADS::parse)
          .describedAs(
              "class of your own that chooses each operation, instead of the mix"
                  + " (docs/workload.md)")
          .asLive();

  public static final Setting<Long> KEYS =
      SettingTypes.count("keys", "100k", 1, MAX_KEYS).describedAs("number of keys").asLive();
  public static final Setting<Long> FIRST_KEY =
      SettingTypes.count("first-key", "0", 0, MAX_KEYS)
          .describedAs("number of the first key")
          .asLive();
  public static final Setting<KeyDistributionSpec> KEY_DISTRIBUTION =
      Setting.of(
              "key-distribution",
              Kind.DISTRIBUTION,
              "uniform",
              KeyDistributionText.FORMS.allowed(),
              KeyDistributionText.FORMS::parse)
          .describedAs("distribution of the requests over the keys (docs/workload.md)")
          .asLive();
  public static final Setting<KeyLocality.Window> KEY_WINDOW =
      Setting.of(
              "key-window",
              Kind.TEXT,
              "none",
              KeyWindowText.FORMS.allowed(),
              KeyWindowText.FORMS::parse)
          .describedAs("moving part of the keys that is in use at a time")
          .asLive();
  public static final Setting<Double> KEY_REPEAT =
      Setting.decimal("key-repeat", "0", 0, 0.99)
          .describedAs("share of requests that repeat one of the last 1,000 keys")
          .asLive();
  public static final Setting<Double> CLIENT_CACHE =
      Setting.decimal("client-cache", "0", 0, 0.99)
          .describedAs("share of reads that are counted separately and not sent, like cache hits")
          .asLive();
  public static final Setting<KeyForm> KEY_FORM =
      Setting.of(
              "key-form", Kind.TEXT, "text", KeyFormText.FORMS.allowed(), KeyFormText.FORMS::parse)
          .describedAs("form of the key names");
  public static final Setting<Distribution> FIELDS =
      SettingTypes.number(
              "fields",
              "1",
              "a number of fields such as 10, or a distribution such as uniform(1,10) or"
                  + " weights(1:90,20:10), from 1 to 10k",
              MAX_FIELDS)
          .describedAs(
              "fields of a row, or their distribution; during a run at most as many as at its"
                  + " start")
          .asLive();
  public static final Setting<Distribution> UPDATE_FIELDS =
      Setting.of(
              "update-fields",
              Kind.TEXT,
              "all",
              "all, a number of fields such as 1, or a distribution such as uniform(1,3), from 1 to"
                  + " 10k",
              WorkloadSettings::parseUpdateFields)
          .describedAs(
              "number of fields that an update writes, or their distribution, from a random field"
                  + " on; the others stay unchanged")
          .asLive();
  public static final Setting<Distribution> VALUE_BYTES =
      Setting.of(
              "value-bytes",
              Kind.DISTRIBUTION,
              "100",
              "a size such as 100 or 1KiB, or a distribution such as uniform(100,2000), of at most"
                  + " 1GiB",
              text -> SettingTypes.parseSize(text, 1L << 30))
          .describedAs("bytes of one field, or their distribution, such as uniform(100,2000)")
          .asLive();
  public static final Setting<Double> COMPRESSIBILITY =
      Setting.decimal("compressibility", "0", 0, 1)
          .describedAs("share of a value's bytes that repeat")
          .asLive();
  public static final Setting<Long> VALUES =
      SettingTypes.count("values", "0", 0, MAX_KEYS)
          .describedAs("number of distinct values; 0 is unlimited")
          .asLive();
  public static final Setting<Distribution> SCAN_LENGTH =
      Setting.of(
              "scan-length",
              Kind.DISTRIBUTION,
              "100",
              "a number of rows such as 100, or a distribution such as uniform(1,100), of at most"
                  + " 1m",
              text -> SettingTypes.parseSize(text, 1_000_000))
          .describedAs("rows that a scan requests, or their distribution")
          .asLive();
  public static final Setting<Distribution> BULK_SIZE =
      SettingTypes.number(
              "bulk-size",
              "16",
              "a number of items such as 16, or a distribution such as uniform(3,10), from 1 to"
                  + " 100k",
              100_000)
          .describedAs("items of a bulk operation, or their distribution")
          .asLive();
  public static final Setting<Boolean> IGNORE_MISSING =
      Setting.flag("ignore-missing", false).describedAs("do not report reads that find nothing");
  public static final Setting<Boolean> VERIFY =
      Setting.flag("verify", false).describedAs("check every row that is read");

  static final SettingGroup GROUP =
      new SettingGroup(
          "Workload",
          List.of(
              MIX,
              TRANSACTION,
              REQUESTS,
              WORKLOAD,
              KEYS,
              FIRST_KEY,
              KEY_DISTRIBUTION,
              KEY_WINDOW,
              KEY_REPEAT,
              CLIENT_CACHE,
              KEY_FORM,
              FIELDS,
              UPDATE_FIELDS,
              VALUE_BYTES,
              COMPRESSIBILITY,
              VALUES,
              SCAN_LENGTH,
              BULK_SIZE,
              IGNORE_MISSING,
              VERIFY));

  private WorkloadSettings() {}

  static Map<String, Double> parseMix(String text) {
    Map<String, Double> mix = PerOperation.parseEach(text, WorkloadSettings::weight);
    require(mix.values().stream().anyMatch(weight -> weight > 0));
    return mix;
  }

  private static double weight(String text) {
    double weight = Quantities.parseDecimal(text.strip());
    require(weight <= MAX_WEIGHT);
    return weight;
  }

  private static Distribution parseUpdateFields(String text) {
    return text.equals("all")
        ? new Distribution.Constant(WorkloadSpec.ALL_FIELDS)
        : SettingTypes.parseNumber(text, MAX_FIELDS);
  }
}
