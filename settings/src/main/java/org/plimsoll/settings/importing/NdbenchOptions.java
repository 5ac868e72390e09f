package org.plimsoll.settings.importing;

import static org.plimsoll.settings.importing.ImportedOption.refused;
import static org.plimsoll.settings.importing.ImportedOption.taken;

import java.util.List;

/**
 * The properties of NDBench's core, including those of earlier versions, without their prefix
 * {@code ndbench.config.}. Any other property with that prefix belongs to a plugin.
 */
final class NdbenchOptions {
  private static final String THREADS =
      "an open load has no threads; `--workers` makes a closed one";
  private static final String TUNE =
      "`plimsoll find-max` finds the maximum throughput within the SLO";
  private static final String STATISTICS = "figures are reported each second, and never reset";

  static final List<ImportedOption> ALL =
      List.of(
          taken("numKeys", "1000", "`keys`", "numKeys=500"),
          taken("numValues", "100", "`values`", "numValues=50"),
          taken("dataSize", "128", "`value-bytes`", "dataSize=256"),
          taken(
              "useVariableDataSize",
              "false",
              "`value-bytes`: uniform between the two bounds",
              "useVariableDataSize=true"),
          taken(
              "dataSizeLowerBound",
              "1000",
              "`value-bytes`, if useVariableDataSize is on",
              "dataSizeLowerBound=10 useVariableDataSize=true"),
          taken(
              "dataSizeUpperBound",
              "5000",
              "`value-bytes`, if useVariableDataSize is on; never reached, as in NDBench",
              "dataSizeUpperBound=2000 useVariableDataSize=true"),
          taken(
              "useStaticData",
              "false",
              "`values` 1: all rows have one value",
              "useStaticData=true"),
          refused("preloadKeys", "false", "keys are never loaded into memory", "preloadKeys=true"),
          taken(
              "zipfExponent",
              "0.5",
              "`key-distribution`, if cli.loadPattern is zipfian",
              "zipfExponent=0.7 cli.loadPattern=zipfian"),
          taken("readEnabled", "true", "`rate`: without reads if false", "readEnabled=false"),
          taken("writeEnabled", "true", "`rate`: without writes if false", "writeEnabled=false"),
          taken("readRateLimit", "100", "`rate` of reads", "readRateLimit=800"),
          taken("writeRateLimit", "100", "`rate` of updates", "writeRateLimit=200"),
          refused("numReaders", "4 × cores", THREADS, "numReaders=8"),
          refused("numWriters", "4 × cores", THREADS, "numWriters=8"),
          taken("numBackfill", "1", "`fill-workers`", "numBackfill=8"),
          taken(
              "backfillStartKey",
              "1",
              "`fill-from`: the fill skips the keys before it",
              "backfillStartKey=7"),
          refused(
              "backfillKeySlots",
              "1",
              "each process fills a separate part: `--fill-shard 0/N`, `1/N`, …",
              "backfillKeySlots=4"),
          taken(
              "generateChecksum",
              "false",
              "no setting: all values can be verified",
              "generateChecksum=true"),
          taken("validateChecksum", "false", "`verify`", "validateChecksum=true"),
          refused("statsUpdateFreqSeconds", "5", STATISTICS, "statsUpdateFreqSeconds=10"),
          refused("statsResetFreqSeconds", "200", STATISTICS, "statsResetFreqSeconds=100"),
          refused("autoTuneEnabled", "false", TUNE, "autoTuneEnabled=true"),
          refused("autoTuneRampPeriodMillisecs", "60", TUNE, "autoTuneRampPeriodMillisecs=600"),
          refused(
              "autoTuneIncrementIntervalMillisecs",
              "1",
              TUNE,
              "autoTuneIncrementIntervalMillisecs=10"),
          refused("autoTuneFinalWriteRate", "1000", TUNE, "autoTuneFinalWriteRate=2000"),
          refused(
              "autoTuneWriteFailureRatioThreshold",
              "0.01",
              TUNE,
              "autoTuneWriteFailureRatioThreshold=0.1"),
          refused(
              "allowedOrigins",
              null,
              "only the page of `plimsoll serve` itself controls it",
              "allowedOrigins=http://localhost:8080"),
          refused(
              "cli.clientName",
              "InMemoryTest",
              "the target URI selects the store: `--target`",
              "cli.clientName=InMemoryTest"),
          taken(
              "cli.loadPattern",
              "random",
              "`key-distribution` uniform (random) or zipfian",
              "cli.loadPattern=zipfian"),
          taken(
              "cli.windowSize",
              null,
              "`key-window`, if cli.loadPattern is sliding_window or sliding_window_flip",
              "cli.windowSize=9 cli.loadPattern=sliding_window_flip cli.windowDurationInSec=5"),
          taken(
              "cli.windowDurationInSec",
              null,
              "`key-window`; the measurement ends after one pass of sliding_window (`for`)",
              "cli.windowDurationInSec=5 cli.loadPattern=sliding_window cli.windowSize=9"),
          taken(
              "cli.bulkSize",
              "1",
              "`bulk-size`, with bulk-read and bulk-write in `rate`",
              "cli.bulkSize=10"),
          taken("cli.timeoutMillis", "0", "`for`; 0 is `forever`", "cli.timeoutMillis=5000"));

  private NdbenchOptions() {}
}
