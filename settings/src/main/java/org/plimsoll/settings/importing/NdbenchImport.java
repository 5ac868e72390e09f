package org.plimsoll.settings.importing;

import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Imports properties of NDBench, {@code ndbench.config.…}. Load pattern, window, duration and bulk
 * size are arguments of NDBench's start commands; they are imported from the properties of its
 * command line, {@code ndbench.config.cli.…}.
 */
public final class NdbenchImport {
  private static final String PREFIX = "ndbench.config.";
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

  /** Imports properties; the target is null if it is not known. */
  public static Imported of(Properties properties, @Nullable String target) {
    return new NdbenchImport(properties, target).imported();
  }

  private Imported imported() {
    long keys = read.whole(PREFIX + "numKeys", 1000, 1);
    read.set("keys", String.valueOf(keys), PREFIX + "numKeys");
    read.set("values", number("numValues", 100), PREFIX + "numValues");
    valueBytes();
    rates();
    pattern(keys);
    checksums();
    slots();
    autoTune();
    read.refused("keys are never loaded into memory", PREFIX + "preloadKeys");
    read.refused(
        "an open load has no threads; use --workers for a closed load",
        PREFIX + "numReaders",
        PREFIX + "numWriters");
    read.refused(
        "figures are reported each second, and never reset",
        PREFIX + "statsUpdateFreqSeconds",
        PREFIX + "statsResetFreqSeconds");
    read.refused("plimsoll serve has its own option", PREFIX + "allowedOrigins");
    plugins();
    return into.build(target, false);
  }

  private void checksums() {
    if (runsPlugin) {
      read.refused("values of this tool contain no checksums of NDBench", CHECKSUMS);
      return;
    }
    read.became("nothing: all values can be verified", GENERATE_CHECKSUM);
    if (read.flag(VALIDATE_CHECKSUM, false)) {
      read.set("verify", "true", VALIDATE_CHECKSUM);
    }
  }

  /** The other properties belong to a plugin, which can be the target itself. */
  private void plugins() {
    if (runsPlugin) {
      read.giveToDriver(name -> !List.of(CHECKSUMS).contains(name));
    }
    for (String name : read.unseen()) {
      if (runsPlugin) {
        read.became("a property of the plugin", name);
      } else {
        read.refused(
            name.startsWith(PREFIX)
                ? "a property of a plugin; plimsoll drivers NAME lists the driver's settings"
                : "not a property of NDBench",
            name);
      }
    }
  }

  private void valueBytes() {
    if (read.flag(PREFIX + "useVariableDataSize", false)) {
      long least = read.whole(PREFIX + "dataSizeLowerBound", 1000, 0);
      long most = read.whole(PREFIX + "dataSizeUpperBound", 5000, least);
      // NDBench's upper bound is never reached.
      read.set(
          "value-bytes",
          least == most ? String.valueOf(least) : "uniform(" + least + "," + (most - 1) + ")",
          PREFIX + "useVariableDataSize",
          PREFIX + "dataSizeLowerBound",
          PREFIX + "dataSizeUpperBound");
      read.refused("useVariableDataSize overrides it", PREFIX + "dataSize");
    } else {
      read.set("value-bytes", number("dataSize", 128), PREFIX + "dataSize");
      read.refused(
          "useVariableDataSize is off",
          PREFIX + "dataSizeLowerBound",
          PREFIX + "dataSizeUpperBound");
    }
  }

  private void rates() {
    boolean reads = read.flag(PREFIX + "readEnabled", true);
    boolean writes = read.flag(PREFIX + "writeEnabled", true);
    boolean bulk = read.whole(PREFIX + "cli.bulkSize", 1, 1) > 1;
    String readName = bulk ? "bulk-read" : "read";
    String writeName = bulk ? "bulk-write" : "update";
    String readRate = readName + "=" + number("readRateLimit", 100);
    String writeRate = writeName + "=" + number("writeRateLimit", 100);
    String both = reads ? writes ? readRate + "," + writeRate : readRate : writeRate;
    into.values.put("rate", both);
    into.values.put("mix", both);
    read.became("rate " + readRate, PREFIX + "readRateLimit", PREFIX + "readEnabled");
    read.became("rate " + writeRate, PREFIX + "writeRateLimit", PREFIX + "writeEnabled");
    if (bulk) {
      read.set("bulk-size", number("cli.bulkSize", 1), PREFIX + "cli.bulkSize");
    } else {
      read.became("operations on one key", PREFIX + "cli.bulkSize");
    }
  }

  private void pattern(long keys) {
    String pattern =
        read.oneOf(
            PREFIX + "cli.loadPattern",
            "random",
            List.of("random", "sliding_window", "sliding_window_flip", "zipfian"));
    long window = Math.clamp(read.whole(PREFIX + "cli.windowSize", -1, -1), 1, keys);
    long seconds = read.whole(PREFIX + "cli.windowDurationInSec", -1, -1);
    String zipfian = "zipfian(" + read.text(PREFIX + "zipfExponent", "0.5") + ")";
    switch (pattern) {
      case "zipfian" ->
          read.set(
              "key-distribution", zipfian, PREFIX + "cli.loadPattern", PREFIX + "zipfExponent");
      case "sliding_window", "sliding_window_flip" ->
          read.set(
              "key-window",
              (pattern.equals("sliding_window") ? "sliding(" : "flipping(")
                  + window
                  + ","
                  + Math.max(1, seconds)
                  + "s)",
              PREFIX + "cli.loadPattern",
              PREFIX + "cli.windowSize",
              PREFIX + "cli.windowDurationInSec");
      default -> read.set("key-distribution", "uniform", PREFIX + "cli.loadPattern");
    }
    if (!pattern.equals("zipfian")) {
      read.refused("only the zipfian pattern has an exponent", PREFIX + "zipfExponent");
    }
    long timeoutMillis = read.whole(PREFIX + "cli.timeoutMillis", 0, 0);
    if (timeoutMillis > 0) {
      read.set("for", timeoutMillis + "ms", PREFIX + "cli.timeoutMillis");
    } else {
      into.values.put("forever", "true");
      read.became("forever true", PREFIX + "cli.timeoutMillis");
    }
    read.refused("the target URI selects the store: --target", PREFIX + "cli.clientName");
  }

  private void slots() {
    read.refused(
        "each process fills a separate part: --fill-shard 0/N, 1/N, …",
        PREFIX + "backfillKeySlots");
  }

  private void autoTune() {
    read.refused(
        "plimsoll find-max finds the maximum throughput within the SLO",
        PREFIX + "autoTuneEnabled",
        PREFIX + "autoTuneRampPeriodMillisecs",
        PREFIX + "autoTuneIncrementIntervalMillisecs",
        PREFIX + "autoTuneFinalWriteRate",
        PREFIX + "autoTuneWriteFailureRatioThreshold");
  }

  private String number(String name, long byDefault) {
    return String.valueOf(read.whole(PREFIX + name, byDefault, 1));
  }
}
