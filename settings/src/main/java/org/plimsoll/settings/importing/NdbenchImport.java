package org.plimsoll.settings.importing;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;

/**
 * Imports properties of NDBench, {@code ndbench.config.…}. Load pattern, window, duration and bulk
 * size are arguments of NDBench's start commands. They are imported from the properties of its
 * command line, {@code ndbench.config.cli.…}. {@link NdbenchOptions} lists them all.
 */
public final class NdbenchImport {
  private static final String PREFIX = "ndbench.config.";

  /** The prefix of NDBench's first published version. */
  private static final String FIRST_PREFIX = "NdBench.";

  private static final String GENERATE_CHECKSUM = PREFIX + "generateChecksum";
  private static final String VALIDATE_CHECKSUM = PREFIX + "validateChecksum";
  private static final String[] CHECKSUMS = {GENERATE_CHECKSUM, VALIDATE_CHECKSUM};

  private final Imported.Builder into = new Imported.Builder();
  private final PropertyReader read;
  private final @Nullable String target;
  private final boolean runsPlugin;

  private NdbenchImport(Properties properties, @Nullable String target) {
    this.read = new PropertyReader(properties, into);
    this.target = target;
    this.runsPlugin = target != null && target.startsWith("ndbench:");
  }

  /** Imports properties; the target is null if it is unknown. */
  public static Imported of(Properties properties, @Nullable String target) {
    Properties renamed = new Properties();
    for (String name : properties.stringPropertyNames()) {
      renamed.setProperty(
          name.startsWith(FIRST_PREFIX) ? PREFIX + name.substring(FIRST_PREFIX.length()) : name,
          properties.getProperty(name));
    }
    return new NdbenchImport(renamed, target).imported();
  }

  private Imported imported() {
    long keys = read.whole(PREFIX + "numKeys", 1000, 1);
    read.set("keys", String.valueOf(keys), PREFIX + "numKeys");
    values();
    valueBytes();
    rates();
    pattern(keys);
    checksums();
    fill();
    read.refused(NdbenchOptions.ALL, PREFIX);
    plugins();
    return into.build(target, false);
  }

  private void values() {
    if (read.flag(PREFIX + "useStaticData", false)) {
      read.set("values", "1", PREFIX + "useStaticData");
      read.refused("useStaticData has one value for all rows", PREFIX + "numValues");
    } else {
      read.became("no setting: it is off", PREFIX + "useStaticData");
      read.set("values", number("numValues", 100), PREFIX + "numValues");
    }
  }

  private void fill() {
    if (read.has(PREFIX + "numBackfill")) {
      read.set("fill-workers", number("numBackfill", 1), PREFIX + "numBackfill");
    }
    if (read.has(PREFIX + "backfillStartKey")) {
      String first = String.valueOf(read.whole(PREFIX + "backfillStartKey", 1, 0));
      read.set("fill-from", first, PREFIX + "backfillStartKey");
    }
  }

  private void checksums() {
    if (runsPlugin) {
      read.refused("values of this tool contain no checksums of NDBench", CHECKSUMS);
      return;
    }
    read.became("no setting: all values can be verified", GENERATE_CHECKSUM);
    if (read.flag(VALIDATE_CHECKSUM, false)) {
      read.set("verify", "true", VALIDATE_CHECKSUM);
    } else {
      read.became("no setting: it is off", VALIDATE_CHECKSUM);
    }
  }

  /** Imports the remaining properties. They belong to a plugin, which can be the target itself. */
  private void plugins() {
    if (runsPlugin) {
      read.giveToDriver(name -> !List.of(CHECKSUMS).contains(name));
    }
    List<String> known = NdbenchOptions.ALL.stream().map(ImportedOption::name).toList();
    for (String name : read.unseen()) {
      if (runsPlugin) {
        read.became("a property of the plugin", name);
      } else if (name.startsWith(PREFIX)) {
        // Most plugins have their own prefix, such as cass.host.
        String own = name.substring(PREFIX.length());
        String like =
            own.indexOf('.') >= 0 && !own.startsWith("cli.")
                ? ""
                : NearestName.nearest(own, known)
                    .map(near -> ", did you mean '" + near + "'?")
                    .orElse("");
        read.refused(
            like.isEmpty()
                ? "a property of a plugin; plimsoll drivers NAME lists the driver's settings"
                : "NDBench has no such property" + like,
            name);
      } else if (isOfItsHost(name)) {
        read.refused("a property of the host that NDBench runs on", name);
      } else {
        read.refused("not a property of NDBench", name);
      }
    }
  }

  /**
   * Returns whether a property belongs to the host of NDBench, such as those in its
   * laptop.properties.
   */
  private static boolean isOfItsHost(String name) {
    return name.startsWith("netflix.")
        || name.startsWith("eureka.")
        || name.equals("DISCOVERY_ENV");
  }

  private void valueBytes() {
    if (read.flag(PREFIX + "useVariableDataSize", false)) {
      long least = read.whole(PREFIX + "dataSizeLowerBound", 1000, 0);
      long most = read.whole(PREFIX + "dataSizeUpperBound", 5000, least);
      // NDBench never reaches the upper bound.
      read.set(
          "value-bytes",
          least == most ? String.valueOf(least) : "uniform(" + least + "," + (most - 1) + ")",
          PREFIX + "useVariableDataSize",
          PREFIX + "dataSizeLowerBound",
          PREFIX + "dataSizeUpperBound");
      read.refused("useVariableDataSize overrides it", PREFIX + "dataSize");
    } else {
      read.set("value-bytes", number("dataSize", 128), PREFIX + "dataSize");
      read.became("no setting: it is off", PREFIX + "useVariableDataSize");
      read.refused(
          "useVariableDataSize is off",
          PREFIX + "dataSizeLowerBound",
          PREFIX + "dataSizeUpperBound");
    }
  }

  private void rates() {
    boolean bulk = read.whole(PREFIX + "cli.bulkSize", 1, 1) > 1;
    List<String> rates = new ArrayList<>();
    rate(rates, "read", bulk ? "bulk-read" : "read");
    rate(rates, "write", bulk ? "bulk-write" : "update");
    if (rates.isEmpty()) {
      throw new InvalidSpecException(
          PREFIX + "readEnabled: must be true unless writeEnabled is, was 'false'");
    }
    into.values.put("rate", rates.stream().collect(Collectors.joining(",")));
    if (bulk) {
      read.set("bulk-size", number("cli.bulkSize", 1), PREFIX + "cli.bulkSize");
    } else {
      read.became("operations on one key", PREFIX + "cli.bulkSize");
    }
  }

  /**
   * Sets the rate of reads or writes, unless they are switched off. A rate names its operation, so
   * there is no mix.
   */
  private void rate(List<String> rates, String side, String operation) {
    String enabled = PREFIX + side + "Enabled";
    String limit = PREFIX + side + "RateLimit";
    String rate = operation + "=" + number(side + "RateLimit", 100);
    if (read.flag(enabled, true)) {
      rates.add(rate);
      read.became("rate " + rate, limit, enabled);
    } else {
      read.became("no rate of " + side + "s", enabled);
      read.refused(side + "Enabled is false", limit);
    }
  }

  private void pattern(long keys) {
    String pattern =
        read.oneOf(
            PREFIX + "cli.loadPattern",
            "random",
            List.of("random", "sliding_window", "sliding_window_flip", "zipfian"));
    boolean slides = pattern.equals("sliding_window");
    if (slides || pattern.equals("sliding_window_flip")) {
      long window = Math.min(keys, read.whole(PREFIX + "cli.windowSize", -1, 1));
      long seconds = read.whole(PREFIX + "cli.windowDurationInSec", -1, 1);
      String form = (slides ? "sliding(" : "flipping(") + window + "," + seconds + "s)";
      read.set("key-window", form, PREFIX + "cli.loadPattern", PREFIX + "cli.windowSize");
      read.became(
          "key-window " + form + (slides ? ", for " + seconds + "s: one pass" : ""),
          PREFIX + "cli.windowDurationInSec");
      duration(slides ? seconds : 0);
    } else {
      String law =
          pattern.equals("zipfian")
              ? "zipfian(" + read.text(PREFIX + "zipfExponent", "0.5") + ")"
              : "uniform";
      read.set("key-distribution", law, PREFIX + "cli.loadPattern");
      read.refused(
          "applies only to the load patterns sliding_window and sliding_window_flip",
          PREFIX + "cli.windowSize",
          PREFIX + "cli.windowDurationInSec");
      duration(0);
    }
    if (pattern.equals("zipfian")) {
      read.became(
          "key-distribution zipfian(" + read.text(PREFIX + "zipfExponent", "0.5") + ")",
          PREFIX + "zipfExponent");
    } else {
      read.refused("only the zipfian pattern has an exponent", PREFIX + "zipfExponent");
    }
  }

  /**
   * Sets the length of the measurement.
   *
   * @param passSeconds time after which the load pattern ends; 0 if it does not end
   */
  private void duration(long passSeconds) {
    long timeoutMillis = read.whole(PREFIX + "cli.timeoutMillis", 0, 0);
    boolean passEnds = passSeconds > 0;
    if (timeoutMillis > 0 && !(passEnds && passSeconds * 1000 < timeoutMillis)) {
      read.set("for", timeoutMillis + "ms", PREFIX + "cli.timeoutMillis");
    } else if (passEnds) {
      into.values.put("for", passSeconds + "s");
      read.became("for " + passSeconds + "s: the window ends first", PREFIX + "cli.timeoutMillis");
    } else {
      into.values.put("forever", "true");
      read.became("forever true", PREFIX + "cli.timeoutMillis");
    }
  }

  private String number(String name, long byDefault) {
    return String.valueOf(read.whole(PREFIX + name, byDefault, 1));
  }
}
