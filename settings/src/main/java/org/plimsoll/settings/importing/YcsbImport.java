package org.plimsoll.settings.importing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * Imports properties of YCSB, for {@code plimsoll ycsb} and {@code plimsoll import ycsb}. Meanings
 * and defaults are the same as in YCSB 0.17. docs/ycsb.md lists them, and the errors of YCSB that
 * the import does not reproduce.
 */
public final class YcsbImport {
  private static final List<String> CORE =
      List.of("core", "site.ycsb.workloads.CoreWorkload", "com.yahoo.ycsb.workloads.CoreWorkload");

  private static final String ONLY_YCSB = "the driver of another store reads rows whole";

  private final Imported.Builder into = new Imported.Builder();
  private final PropertyReader read;
  private final boolean load;
  private final boolean hosted;
  private final @Nullable String target;

  private YcsbImport(Properties properties, boolean load, boolean hosted, @Nullable String target) {
    this.read = new PropertyReader(properties, into);
    this.load = load;
    this.hosted = hosted;
    this.target = target;
  }

  /**
   * Imports a run with one of YCSB's bindings.
   *
   * @param load whether the import is for YCSB's load phase
   * @param db the name of a binding, or a class
   */
  public static Imported forBinding(Properties properties, boolean load, String db) {
    return new YcsbImport(properties, load, true, "ycsb:" + db).imported();
  }

  /**
   * Imports a run with a driver of this tool and the same workload; the target is null if it is
   * unknown.
   */
  public static Imported forDriver(Properties properties, boolean load, @Nullable String target) {
    return new YcsbImport(properties, load, false, target).imported();
  }

  private Imported imported() {
    String workload = read.text("workload", "core");
    boolean core = CORE.contains(workload);
    if (!core && !hosted) {
      throw new InvalidSpecException(
          "workload: must be CoreWorkload for a driver of this tool, was '" + workload + "'");
    }
    if (core) {
      read.became("the settings below", "workload");
      coreWorkload();
    } else {
      read.setDriver("workload-class", workload, "workload");
      hostedWorkload();
    }
    threads();
    if (hosted) {
      read.giveToDriver(_ -> true); // bindings may read any property, including the workload's
    }
    unused(core);
    return into.build(target, load && core);
  }

  private void coreWorkload() {
    keys();
    rows();
    if (load) {
      into.values.put("fill", "all");
      insertRetries();
      read.refused("the load phase only inserts", "operationcount");
      read.whole("maxexecutiontime", 0, 0);
      if (hosted) {
        read.became("the time after which plimsoll ycsb load ends", "maxexecutiontime");
      } else {
        read.refused("a fill has no time limit", "maxexecutiontime");
      }
    } else {
      mix();
      distribution();
      scans();
      operations("operationcount", read.whole("operationcount", 0, 0));
      into.values.put("no-fill", "true");
    }
    if (hosted) {
      read.setDriver("table", read.text("table", "usertable"), "table");
      read.setDriver("field-prefix", read.text("fieldnameprefix", "field"), "fieldnameprefix");
    } else {
      read.refused("the driver has its own names of table and fields", "table", "fieldnameprefix");
    }
  }

  private void keys() {
    long records = read.whole("recordcount", 0, 0);
    if (records == 0) {
      throw new InvalidSpecException("recordcount: must be given, and above 0");
    }
    long start = read.whole("insertstart", 0, 0);
    long count = read.whole("insertcount", records - start, 0);
    if (count < 1 || start + count > records || start + count < 0) {
      throw new InvalidSpecException(
          "insertcount: must be from 1 to recordcount - insertstart, was '" + count + "'");
    }
    read.set("keys", String.valueOf(count), "recordcount", "insertcount");
    read.set("first-key", String.valueOf(start), "insertstart");
    boolean hashed = read.text("insertorder", "hashed").equals("hashed");
    long digits = read.whole("zeropadding", 1, 0);
    read.set(
        "key-form",
        (hashed ? "ycsb" : "ycsb-ordered") + (digits > 1 ? "(" + digits + ")" : ""),
        "insertorder",
        "zeropadding");
  }

  private void rows() {
    read.set("fields", String.valueOf(read.whole("fieldcount", 10, 1)), "fieldcount");
    boolean integrity = read.flag("dataintegrity", false);
    long length = read.whole("fieldlength", 100, integrity ? 2 : 0);
    long least = read.whole("minfieldlength", 1, 0);
    String law =
        read.oneOf(
            "fieldlengthdistribution",
            "constant",
            List.of("constant", "uniform", "zipfian", "histogram"));
    String bytes =
        switch (law) {
          // The length of the base64 text, for bindings that send values as text.
          case "constant" -> String.valueOf(hosted && integrity ? length * 3 / 4 : length);
          case "uniform" -> "uniform(" + least + "," + length + ")";
          case "zipfian" -> "zipfian(" + least + "," + length + ",0.99)";
          default -> weights(Path.of(read.text("fieldlengthhistogram", "hist.txt")));
        };
    read.set(
        "value-bytes",
        bytes,
        "fieldlength",
        "minfieldlength",
        "fieldlengthdistribution",
        "fieldlengthhistogram");
    if (integrity && !law.equals("constant")) {
      throw new InvalidSpecException(
          "dataintegrity: must be false unless fieldlengthdistribution is constant");
    }
    boolean readsAll = read.flag("readallfields", true);
    boolean writesAll = read.flag("writeallfields", false);
    if (hosted) {
      read.setDriver("values", integrity ? "base64" : "printable");
      read.setDriver("read-all-fields", String.valueOf(readsAll || integrity), "readallfields");
    } else if (readsAll || read.whole("fieldcount", 10, 1) == 1) {
      read.became("whole rows", "readallfields");
    } else {
      into.notes.add(new Imported.Note("readallfields=false", false, ONLY_YCSB));
    }
    read.set("update-fields", writesAll || integrity ? "all" : "1", "writeallfields");
    if (integrity && !load) {
      read.set("verify", "true", "dataintegrity");
    } else {
      read.became("nothing: all values can be verified", "dataintegrity");
    }
  }

  /**
   * Reads a file with a line {@code BlockSize b}, followed by lines {@code i count}: (i + 1) b
   * bytes.
   */
  private static String weights(Path file) {
    List<String> weights = new ArrayList<>();
    try {
      long block = 1;
      for (String line : Files.readAllLines(file)) {
        String[] words = line.strip().split("\\s+", -1);
        if (words.length != 2) {
          continue;
        }
        if (words[0].equals("BlockSize")) {
          block = Long.parseLong(words[1]);
        } else {
          weights.add((Long.parseLong(words[0]) + 1) * block + ":" + Long.parseLong(words[1]));
        }
      }
    } catch (IOException | NumberFormatException e) {
      throw new InvalidSpecException(
          "fieldlengthhistogram: must be a file in YCSB's format, was '" + file + "'", e);
    }
    return "weights(" + String.join(",", weights) + ")";
  }

  private void insertRetries() {
    long retries = read.whole("core_workload_insertion_retry_limit", 0, 0);
    double seconds = read.share("core_workload_insertion_retry_interval", 3, 1e6);
    if (hosted) {
      read.setDriver(
          "insert-retries", String.valueOf(retries), "core_workload_insertion_retry_limit");
      read.setDriver(
          "insert-retry-interval",
          (long) (seconds * 1000) + "ms",
          "core_workload_insertion_retry_interval");
    } else {
      notRetried();
    }
  }

  private void notRetried() {
    read.refused(
        "the drivers of this tool do not retry",
        "core_workload_insertion_retry_limit",
        "core_workload_insertion_retry_interval");
  }

  private void mix() {
    List<String> parts = new ArrayList<>();
    part(parts, "read", "readproportion", 0.95);
    part(parts, "update", "updateproportion", 0.05);
    part(parts, "insert", "insertproportion", 0);
    part(parts, "scan", "scanproportion", 0);
    part(parts, "read-modify-write", "readmodifywriteproportion", 0);
    if (parts.isEmpty()) {
      throw new InvalidSpecException(
          "readproportion: must be above 0 unless another proportion is");
    }
    into.values.put("mix", String.join(",", parts));
  }

  private void part(List<String> parts, String operation, String property, double byDefault) {
    double weight = read.share(property, byDefault, 1e9);
    if (weight > 0) {
      parts.add(operation + "=" + number(weight));
    }
    read.became("mix " + operation + "=" + number(weight), property);
  }

  private void distribution() {
    String law =
        read.oneOf(
            "requestdistribution",
            "uniform",
            List.of("uniform", "zipfian", "latest", "hotspot", "exponential", "sequential"));
    String hotKeys = number(read.share("hotspotdatafraction", 0.2, 1));
    String hotShare = number(read.share("hotspotopnfraction", 0.8, 1));
    double percentile = read.share("exponential.percentile", 95, 99.999_999);
    double fraction = read.share("exponential.frac", 0.857_142_857_1, 1);
    String text =
        switch (law) {
          case "zipfian" -> "ycsb-zipfian";
          case "latest" -> "latest(0.99)";
          case "hotspot" -> "hotspot(" + hotKeys + "," + hotShare + ")";
          case "exponential" ->
              "exponential(" + number(fraction) + "," + number(percentile / 100) + ")";
          default -> law;
        };
    read.set("key-distribution", text, "requestdistribution");
    read.became("key-distribution " + text, "hotspotdatafraction", "hotspotopnfraction");
    if (law.equals("exponential")) {
      into.notes.add(
          new Imported.Note(
              "requestdistribution=exponential",
              false,
              "the newest keys are popular in YCSB; here the first keys are"));
    }
    read.became("key-distribution " + text, "exponential.percentile", "exponential.frac");
  }

  private void scans() {
    long most = read.whole("maxscanlength", 1000, 1);
    long least = Math.min(read.whole("minscanlength", 1, 1), most);
    String law = read.oneOf("scanlengthdistribution", "uniform", List.of("uniform", "zipfian"));
    String text =
        least == most
            ? String.valueOf(most)
            : law + "(" + least + "," + most + (law.equals("zipfian") ? ",0.99)" : ")");
    if (read.share("scanproportion", 0, 1e9) > 0) {
      read.set("scan-length", text, "minscanlength", "maxscanlength", "scanlengthdistribution");
    } else {
      read.became(
          "nothing: there are no scans",
          "minscanlength",
          "maxscanlength",
          "scanlengthdistribution");
    }
  }

  private void operations(String property, long count) {
    long seconds = read.whole("maxexecutiontime", 0, 0);
    into.values.put("warmup", "0");
    if (seconds > 0) {
      read.set("for", seconds + "s", "maxexecutiontime");
    }
    if (count > 0) {
      read.set("ops", String.valueOf(count), property);
    } else if (seconds > 0) {
      read.became("no limit of operations", property);
    } else {
      into.values.put("forever", "true");
      read.became("forever true", property);
    }
  }

  /** Imports a custom workload class. Only the number of operations is known about it. */
  private void hostedWorkload() {
    long records = read.whole("recordcount", 0, 0);
    long start = read.whole("insertstart", 0, 0);
    into.values.put("mix", (load ? "workload-insert" : "workload-transaction") + "=1");
    into.values.put("no-fill", "true");
    if (load) {
      operations("recordcount", read.whole("insertcount", records - start, 0));
    } else {
      operations("operationcount", read.whole("operationcount", 0, 0));
    }
    read.became("a property of the workload class", "recordcount", "insertstart", "insertcount");
  }

  private void threads() {
    long threads = read.whole("threadcount", 1, 1);
    long target = read.whole("target", 0, Long.MIN_VALUE);
    boolean fills = into.values.containsKey("fill");
    read.set(fills ? "fill-workers" : "workers", String.valueOf(threads), "threadcount");
    if (hosted) {
      into.values.put("sessions", String.valueOf(threads));
    }
    if (target > 0) {
      read.set(fills ? "fill-rate" : "rate", String.valueOf(target), "target");
      if (!fills) {
        into.values.put("model", "paced");
        into.values.put("when-full", "hold"); // a cap: all operations are executed
      }
    } else {
      read.became("no rate limit", "target");
    }
  }

  private void unused(boolean core) {
    if (hosted) {
      read.text("db");
    } else {
      read.refused("the target URI selects the store: --target", "db");
    }
    read.refused("--load converts the load phase", "dotransactions");
    if (!hosted) {
      read.refused("drivers read whole rows", "readallfieldsbyname");
      if (!load) {
        notRetried();
      }
      read.refused(
          "a failed operation is counted, and the load continues",
          "core_workload_insertion_keep_going_on_error");
    }
    read.became(
        "the report of plimsoll ycsb",
        "exporter",
        "exportfile",
        "measurement.interval",
        "hdrhistogram.percentiles",
        "status",
        "status.interval",
        "label");
    read.became("nothing: the pacer always spins the last microseconds", "spin.sleep");
    for (String name : read.unseen()) {
      String lower = name.toLowerCase(Locale.ROOT);
      String suggestion = YcsbNames.suggestion(name);
      if (YcsbNames.isOfMeasurements(name) && !lower.startsWith("htrace.")) {
        read.refused("the run folder has histograms of each second (hlog/)", name);
      } else if (lower.startsWith("htrace.")
          || lower.startsWith("reportlatency")
          || lower.startsWith("latencytracked")) {
        read.refused("failures are counted by code, and are not timed", name);
      } else if (core && !suggestion.isEmpty()) {
        read.refused("the workload has no such property" + suggestion, name);
      } else if (hosted) {
        read.became("a property of the binding", name);
      } else if (!name.isEmpty()) {
        read.refused("a property of YCSB's binding", name);
      }
    }
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.valueOf((long) value)
        : String.valueOf(value);
  }
}
