package org.plimsoll.settings.importing;

import static org.plimsoll.settings.importing.ImportedOption.refused;
import static org.plimsoll.settings.importing.ImportedOption.taken;

import java.util.List;
import java.util.Set;

/** The options of Voldemort's performance tool, without their hyphens. */
final class VoldemortOptions {
  private static final String ENGINES =
      "`bdb:` (also, in a temporary folder, for memory), `rocksdb:` or `jdbc:mariadb:…` (MySQL)";
  private static final String TRACE = "`--requests` replays a file of requests in its own format";

  static final List<ImportedOption> ALL =
      List.of(
          taken("r", "0", "`mix` read", "r=100"),
          taken("w", "0", "`mix` update", "w=100"),
          taken("m", "0", "`mix` read-modify-write", "m=100"),
          taken("d", "0", "`mix` delete", "d=100"),
          taken("ops-count", null, "`ops`; it must be given", "ops-count=500"),
          taken(
              "record-count",
              "0",
              "`keys`, which are filled first (`fill`); with 0, `keys` 2147483647 and `no-fill`",
              "record-count=1000"),
          taken("start-key-index", "0", "`first-key`", "start-key-index=5"),
          taken("threads", "8", "`workers`", "threads=4"),
          taken("iterations", "1", "`iterations`", "iterations=2"),
          taken(
              "target-throughput",
              "-1",
              "`rate` in the paced `model`, with `when-full` hold: a cap, as in the tool; -1 is"
                  + " none",
              "target-throughput=2000"),
          taken(
              "value-size",
              "1024",
              "`value-bytes`; the tool has one value (`values` 1)",
              "value-size=100"),
          taken(
              "record-selection",
              "uniform",
              "`key-distribution` uniform, ycsb-zipfian (zipfian) or latest(0.99)",
              "record-selection=zipfian"),
          taken(
              "request-file",
              null,
              "`key-distribution`: the numbers of the file in their order; the greatest determines"
                  + " `keys`",
              "request-file=FILE"),
          taken(
              "sample-size",
              "0",
              "`values`: that many different values instead of one, if request-file is given; the"
                  + " tool reads them from the store",
              "sample-size=3 request-file=FILE"),
          taken(
              "percent-cached",
              "0",
              "`key-repeat`, at most 0.99; not with record-selection latest",
              "percent-cached=30"),
          taken("verify", "off", "`verify`", "verify=true"),
          taken(
              "ignore-nulls",
              "off",
              "`ignore-missing`; otherwise reads that find nothing are reported",
              "ignore-nulls=true"),
          taken("handshake", "off", "`handshake`", "handshake=true"),
          taken(
              "keyType",
              "string",
              "`key-form`: text (string, json-string) or binary (json-int, identity)",
              "keyType=string"),
          taken(
              "interval",
              "0",
              "no setting: figures of each second, in the terminal, the page and intervals.jsonl",
              "interval=5"),
          taken(
              "metric-type",
              "summary",
              "no setting: histograms of each second are in the run folder (hlog/)",
              "metric-type=histogram"),
          taken(
              "v",
              "off",
              "no setting: failures are counted by code; PLIMSOLL_LOG=warn prints the client's log",
              "v=true"),
          taken(
              "prop-file",
              null,
              "the properties of the file; as in the tool, other options are ignored",
              ""),
          taken(
              "url",
              null,
              "the target `voldemort://HOST:PORT/STORE`; not with `--target`",
              "url=tcp://localhost:6666 store-name=test"),
          taken(
              "store-name",
              null,
              "the store in that target",
              "store-name=test url=tcp://localhost:6666"),
          taken(
              "num-connections-per-node",
              "50",
              "`set.connections`, if the target is a Voldemort",
              "num-connections-per-node=10 url=tcp://localhost:6666 store-name=test"),
          taken(
              "client-zoneid",
              "-1",
              "`set.zone`, if the target is a Voldemort; -1 is none",
              "client-zoneid=0 url=tcp://localhost:6666 store-name=test"),
          taken(
              "storage-configuration-class",
              "voldemort.store.bdb.BdbStorageConfiguration",
              "without url, the same engine as the target: " + ENGINES,
              "storage-configuration-class=voldemort.store.bdb.BdbStorageConfiguration"),
          taken(
              "storage-engine",
              null,
              "as storage-configuration-class, with its short name",
              "storage-engine=bdb"),
          taken(
              "local-server-properties",
              null,
              "the properties `data.directory` (a folder `plimsoll` in it) and `mysql.host`,"
                  + " `port`,"
                  + " `database`, `user` and `password`",
              "local-server-properties=FILE"),
          refused(
              "plugin-class",
              null,
              "`--workload custom(…)` runs a class of your own (docs/workload.md)",
              "plugin-class=com.example.MyWorkload"),
          refused("workload-type", "default-workload", TRACE, "workload-type=trace-workload"),
          refused("key-value-file", null, TRACE, "key-value-file=values.txt"),
          refused("key-seq-file", null, TRACE, "key-seq-file=sequence.txt"));

  /** The options that have no value. */
  static final Set<String> FLAGS = Set.of("verify", "ignore-nulls", "handshake", "v");

  private VoldemortOptions() {}
}
