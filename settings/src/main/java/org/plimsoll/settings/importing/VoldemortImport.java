package org.plimsoll.settings.importing;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;

/** Imports the {@code --prop-file} of Voldemort's performance tool. */
public final class VoldemortImport {
  private final Imported.Builder into = new Imported.Builder();
  private final PropertyReader read;
  private final @Nullable String target;

  private VoldemortImport(Properties properties, @Nullable String target) {
    this.read = new PropertyReader(properties, into);
    this.target = target;
  }

  /** Imports properties; the target is null if it is not known. */
  public static Imported of(Properties properties, @Nullable String target) {
    return new VoldemortImport(properties, target).imported();
  }

  private Imported imported() {
    mix();
    keys();
    load();
    read.set("value-bytes", whole("value-size", 1024, 1), "value-size");
    into.values.put("values", "1"); // the tool has one value for all keys
    if (read.flag("verify", false)) {
      read.set("verify", "true", "verify");
    }
    if (read.flag("ignore-nulls", false)) {
      read.set("ignore-missing", "true", "ignore-nulls");
    } else {
      read.became("reads that find nothing are counted separately", "ignore-nulls");
    }
    read.set("iterations", whole("iterations", 1, 1), "iterations");
    read.refused("figures are reported each second", "interval", "metric-type");
    read.refused("the target URI selects the store: --target", "url", "store-name", "keyType");
    read.refused(
        "a property of Voldemort's client or server",
        "num-connections-per-node",
        "storage-configuration-class",
        "local-server-properties",
        "client-zoneid",
        "plugin-class");
    read.refused(
        "--requests replays a file in its own format",
        "workload-type",
        "key-value-file",
        "key-seq-file",
        "sample-size");
    read.refused("PLIMSOLL_LOG sets the log level", "v");
    for (String name : read.unseen()) {
      read.refused("not a property of the tool", name);
    }
    return into.build(target, false);
  }

  private void mix() {
    List<String> parts = new ArrayList<>();
    for (String[] each :
        new String[][] {
          {"r", "read"}, {"w", "update"}, {"d", "delete"}, {"m", "read-modify-write"}
        }) {
      long percent = read.whole(each[0], 0, 0);
      if (percent > 0) {
        parts.add(each[1] + "=" + percent);
      }
      read.became("mix " + each[1] + "=" + percent, each[0]);
    }
    if (parts.isEmpty()) {
      throw new InvalidSpecException("r: must be above 0 unless w, d or m is");
    }
    read.set("mix", String.join(",", parts));
  }

  private void keys() {
    long records = read.whole("record-count", 0, -1);
    if (records > 0) {
      read.set("keys", String.valueOf(records), "record-count");
      into.values.put("fill", "all");
    } else {
      into.values.put("keys", "2147483647");
      read.became("keys 2147483647, not filled", "record-count");
      into.values.put("no-fill", "true");
    }
    read.set("first-key", whole("start-key-index", 0, 0), "start-key-index");
    String file = read.text("request-file");
    if (file != null) {
      read.set("key-distribution", "keys(" + file + ",replay)", "request-file");
      into.values.remove("keys");
      read.refused("the request file names the keys", "record-selection");
    } else {
      String law =
          read.oneOf("record-selection", "uniform", List.of("uniform", "zipfian", "latest"));
      read.set(
          "key-distribution",
          law.equals("zipfian") ? "ycsb-zipfian" : law.equals("latest") ? "latest(0.99)" : law,
          "record-selection");
    }
    long cached = read.whole("percent-cached", 0, 0);
    if (cached > 0) {
      read.set("key-repeat", String.valueOf(Math.min(cached, 99) / 100.0), "percent-cached");
    }
  }

  private void load() {
    read.set("workers", whole("threads", 8, 1), "threads");
    long rate = read.whole("target-throughput", -1, -1);
    if (rate > 0) {
      read.set("rate", String.valueOf(rate), "target-throughput");
      into.values.put("model", "paced");
    } else {
      read.became("no rate limit", "target-throughput");
    }
    into.values.put("warmup", "0");
    read.set("ops", whole("ops-count", 0, 1), "ops-count");
  }

  private String whole(String name, long byDefault, long minimum) {
    return String.valueOf(read.whole(name, byDefault, minimum));
  }
}
