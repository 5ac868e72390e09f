package org.plimsoll.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.plimsoll.analysis.tune.StudyColumns;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.SpecFile;
import org.plimsoll.settings.SweepSpec;
import org.plimsoll.settings.SweepTexts;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The options of a sweep, which override the section {@code sweep} of its spec file. */
final class SweepOptions {
  private static final Map<String, String[]> SINGLE = new LinkedHashMap<>();

  static {
    SINGLE.put("repeat", new String[] {"N", "Runs of each point (1)."});
    SINGLE.put(
        "order",
        new String[] {
          "WORD", "random (default), given, or grouped: all runs of a point in a row."
        });
    SINGLE.put("nodes", new String[] {"FORMULA", "Nodes of the target, such as set.servers."});
    SINGLE.put("price-per-hour", new String[] {"N", "Price of all machines of the target."});
    SINGLE.put("price-per-gb", new String[] {"N", "Price of transferred data."});
    SINGLE.put("price-per-node-hour", new String[] {"N", "Price of a node of the target."});
    SINGLE.put("clients", new String[] {"FORMULA", "Client machines, such as nodes/5."});
    SINGLE.put("price-per-client-hour", new String[] {"N", "Price of a client machine."});
    SINGLE.put("zone-traffic", new String[] {"FORMULA", "Bytes/s between zones, such as 2*bytes."});
    SINGLE.put("price-per-zone-gb", new String[] {"N", "Price of traffic between zones."});
    SINGLE.put("hours", new String[] {"N", "Hours to pay for in each test (default: its length)."});
  }

  /** Operations that every driver may have, and the names of their sums. */
  private static final List<String> USUAL =
      List.of(
          "all",
          "read",
          "insert",
          "update",
          "write",
          "delete",
          "scan",
          "read-modify-write",
          "bulk-read",
          "bulk-write");

  private static final Pattern NAMED = Pattern.compile("([a-z][a-z0-9-]*)\\s*=");

  private SweepOptions() {}

  static void add(CommandSpec spec) {
    spec.addOption(
        Options.list(
            "--grid",
            "NAME=V,V…",
            "A setting and its values; also set.NAME, SCENARIO/NAME, target, nodes. Repeatable."));
    spec.addOption(
        Options.list(
            "--at",
            "NAME=VALUE",
            "A setting computed from the grid: readers/workers={32*nodes}. Repeatable."));
    SINGLE.forEach((name, texts) -> spec.addOption(Options.value("--" + name, texts[0], texts[1])));
    spec.addOption(
        Options.value("--columns", "NAME,…", "Figures of the table, such as mean,p95,read.p99."));
    spec.addOption(
        Options.list("--server", "NAME=REGEX", "A column from the target's metrics. Repeatable."));
  }

  /** Refuses columns that no run of the sweep can have. */
  static void checkColumns(SweepSpec sweep, RunRequest request) {
    StudyColumns.check(
        sweep.columns(),
        sweep.server().keySet(),
        request.scenarios().keySet(),
        operations(sweep, request));
  }

  /** Returns the operations that the load may have; empty if requests or a class determine them. */
  private static Set<String> operations(SweepSpec sweep, RunRequest request) {
    List<Map<String, Given>> layers = new ArrayList<>(request.scenarios().values());
    layers.add(request.values());
    Set<String> operations = new LinkedHashSet<>(USUAL);
    for (Map<String, Given> layer : layers) {
      if (layer.containsKey("requests") || layer.containsKey("workload")) {
        return Set.of();
      }
      layer.forEach((name, given) -> addOperations(operations, name, given.text()));
    }
    sweep.at().forEach((name, text) -> addOperations(operations, name, text));
    sweep
        .grid()
        .points()
        .forEach(point -> point.forEach((name, text) -> addOperations(operations, name, text)));
    return operations;
  }

  /** Adds the operations that the text of a setting names, each before an equals sign. */
  private static void addOperations(Set<String> operations, String name, String text) {
    if (name.matches("(.*/)?(mix|rate|workers|transaction)")) {
      NAMED.matcher(text).results().forEach(found -> operations.add(found.group(1)));
    }
  }

  /** Returns the spec file; empty if there is none. */
  static SpecFile.OfSweep file(ParseResult given) {
    String file = Options.text(given, "--spec");
    return file == null
        ? new SpecFile.OfSweep(RunRequest.empty(), SweepTexts.none())
        : SpecFile.readSweep(Path.of(file));
  }

  /** Returns the options of the command line. */
  static SweepTexts texts(ParseResult given) {
    Map<String, Object> texts = new LinkedHashMap<>();
    for (String name : SweepTexts.SINGLE) {
      String text = Options.text(given, "--" + name);
      if (text != null) {
        texts.put(name, text);
      }
    }
    String columns = Options.text(given, "--columns");
    if (columns != null) {
      texts.put("columns", columns);
    }
    List<String> grid = Options.texts(given, "--grid");
    if (!grid.isEmpty()) {
      texts.put("grid", grid);
    }
    for (String name : List.of("at", "server")) {
      Map<String, Object> entries = entries(name, Options.texts(given, "--" + name));
      if (!entries.isEmpty()) {
        texts.put(name, entries);
      }
    }
    return new SweepTexts(texts);
  }

  private static Map<String, Object> entries(String name, List<String> texts) {
    Map<String, Object> entries = new LinkedHashMap<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      if (equals < 1) {
        throw new InvalidSpecException("--" + name + ": must be NAME=VALUE, was '" + text + "'");
      }
      entries.put(text.substring(0, equals), text.substring(equals + 1));
    }
    return entries;
  }
}
