package org.plimsoll.settings.importing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;

/**
 * Imports the options of Voldemort's performance tool, from its command line or its {@code
 * --prop-file}. {@link VoldemortOptions} lists them.
 */
public final class VoldemortImport {
  private final Imported.Builder into = new Imported.Builder();
  private final PropertyReader read;
  private final @Nullable String target;

  private VoldemortImport(Properties properties, @Nullable String target) {
    this.read = new PropertyReader(properties, into);
    this.target = target;
  }

  /** Imports properties; the target is null if it is unknown. */
  public static Imported of(Properties properties, @Nullable String target) {
    return new VoldemortImport(properties, target).imported();
  }

  private Imported imported() {
    mix();
    keys();
    load();
    read.set("value-bytes", whole("value-size", 1024, 1), "value-size");
    values();
    flag("verify", "verify", "no setting: it is off");
    flag("ignore-nulls", "ignore-missing", "no setting: reads that find nothing are reported");
    flag("handshake", "handshake", "no setting: it is off");
    read.set("iterations", whole("iterations", 1, 1), "iterations");
    read.became("figures of each second", "interval");
    read.became("histograms of each second in the run folder (hlog/)", "metric-type");
    read.became("failures by code; PLIMSOLL_LOG=warn prints the client's log", "v");
    String store = VoldemortStore.of(read, into, target);
    read.refused(VoldemortOptions.ALL, "");
    unknown();
    return into.build(store, false);
  }

  private void flag(String option, String setting, String otherwise) {
    if (read.flag(option, false)) {
      read.set(setting, "true", option);
    } else {
      read.became(otherwise, option);
    }
  }

  private void unknown() {
    List<String> known = VoldemortOptions.ALL.stream().map(ImportedOption::name).toList();
    for (String name : read.unseen()) {
      String like =
          NearestName.nearest(name, known).map(near -> ", did you mean '" + near + "'?").orElse("");
      read.refused("not a property of the tool" + like, name);
    }
  }

  /** Imports the percentages of operations, which must add up to 100, as in the tool. */
  private void mix() {
    List<String> parts = new ArrayList<>();
    long sum = 0;
    for (String[] each :
        new String[][] {
          {"r", "read"}, {"w", "update"}, {"m", "read-modify-write"}, {"d", "delete"}
        }) {
      long percent = read.whole(each[0], 0, 0);
      sum += percent;
      if (percent > 0) {
        parts.add(each[1] + "=" + percent);
      }
      read.became("mix " + each[1] + "=" + percent, each[0]);
    }
    if (parts.isEmpty()) {
      throw new InvalidSpecException("r: must be above 0 if w, m and d are 0");
    }
    if (sum != 100) {
      throw new InvalidSpecException(
          "r, w, m and d: must add up to 100, was '"
              + sum
              + "' ("
              + String.join(", ", parts)
              + ")");
    }
    into.values.put("mix", String.join(",", parts));
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
    String law =
        read.oneOf("record-selection", "uniform", List.of("uniform", "zipfian", "latest", "file"));
    if (file != null) {
      into.values.put("keys", String.valueOf(Math.max(records, 1 + greatest(file))));
      read.set("key-distribution", "trace(" + file + ")", "request-file");
      read.refused("the request file chooses the keys", "record-selection");
    } else if (law.equals("file")) {
      throw new InvalidSpecException("request-file: must be given with record-selection file");
    } else {
      read.set(
          "key-distribution",
          law.equals("zipfian") ? "ycsb-zipfian" : law.equals("latest") ? "latest(0.99)" : law,
          "record-selection");
    }
    long cached = read.whole("percent-cached", 0, 0);
    if (file == null && law.equals("latest")) {
      read.refused("latest already prefers the keys requested before", "percent-cached");
    } else if (cached > 0) {
      read.set("key-repeat", String.valueOf(Math.min(cached, 99) / 100.0), "percent-cached");
    } else {
      read.became("no setting: no key is repeated", "percent-cached");
    }
    String type =
        read.oneOf("keyType", "string", List.of("string", "json-string", "json-int", "identity"));
    if (read.has("keyType")) {
      read.set("key-form", type.endsWith("string") ? "text" : "binary", "keyType");
    }
  }

  /** Returns the greatest number in a file with one number on each line. */
  private static long greatest(String file) {
    try {
      long greatest = -1;
      for (String line : Files.readAllLines(Path.of(file))) {
        if (!line.isBlank()) {
          long number = Long.parseLong(line.strip());
          if (number < 0) {
            throw new NumberFormatException("below 0");
          }
          greatest = Math.max(greatest, number);
        }
      }
      if (greatest >= 0) {
        return greatest;
      }
    } catch (IOException | NumberFormatException e) {
      throw refusedFile(file, e);
    }
    throw refusedFile(file, null);
  }

  private static InvalidSpecException refusedFile(String file, @Nullable Exception cause) {
    String sentence =
        "request-file: must be a file with a number of a key on each line, was '" + file + "'";
    return cause == null
        ? new InvalidSpecException(sentence)
        : new InvalidSpecException(sentence, cause);
  }

  /**
   * Imports the values. The tool has one value for all keys, or a sample of the values in the
   * store.
   */
  private void values() {
    long sample = read.whole("sample-size", 0, 0);
    if (sample > 0 && read.has("request-file")) {
      read.set("values", String.valueOf(sample), "sample-size");
    } else {
      into.values.put("values", "1");
      read.refused("the tool samples values only with a request-file", "sample-size");
    }
  }

  private void load() {
    read.set("workers", whole("threads", 8, 1), "threads");
    long rate = read.whole("target-throughput", -1, -1);
    if (rate > 0) {
      read.set("rate", String.valueOf(rate), "target-throughput");
      into.values.put("model", "paced");
      into.values.put("when-full", "hold"); // a cap: all operations are executed
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
