package org.plimsoll.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.plimsoll.analysis.tune.ServerFigures;
import org.plimsoll.analysis.tune.StudyResults;
import org.plimsoll.analysis.tune.StudyRun;
import org.plimsoll.analysis.tune.StudyRun.Costs;
import org.plimsoll.analysis.tune.SweepResults.Outcome;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.Summary;
import org.plimsoll.result.SweepResult;
import org.plimsoll.settings.SweepPrices;
import org.plimsoll.settings.SweepSpec;

/** Adds the table of a study to the result of a sweep that requests one. */
final class SweepStudy {
  /** Hosts of a target that are this machine. */
  private static final Pattern LOOPBACK =
      Pattern.compile("(?:127(?:\\.[0-9]{1,3}){3}|localhost|\\[?::1]?)(?::[0-9]+)?");

  private static final double BYTES_PER_GIGABYTE = 1e9;
  private static final double SECONDS_PER_HOUR = 3600;

  private final SweepSpec sweep;
  private final Path folder;

  SweepStudy(SweepSpec sweep, Path folder) {
    this.sweep = sweep;
    this.folder = folder;
  }

  /** Returns whether the sweep has columns, nodes, or prices that only a study shows. */
  private boolean isAsked() {
    return sweep.nodes() != null
        || !sweep.columns().isEmpty()
        || !sweep.server().isEmpty()
        || sweep.prices().isOfParts();
  }

  SweepResult in(SweepResult result, List<Outcome> outcomes) {
    if (!isAsked()) {
      return result;
    }
    List<StudyRun> runs = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      Summary summary = outcome.summary();
      if (summary != null) {
        runs.add(run(outcome, summary));
      }
    }
    return StudyResults.of(result, runs, sweep.columns(), sweep.server().keySet(), notes(result));
  }

  private StudyRun run(Outcome outcome, Summary summary) {
    ServerFigures server = ServerFigures.NONE;
    String own = outcome.folder();
    if (own != null && !sweep.server().isEmpty()) {
      try {
        server = ServerFigures.of(RunReader.read(folder.resolve(own)).intervals(), sweep.server());
      } catch (IOException e) {
        // In this case, the columns of the target are empty, and the table notes this.
      }
    }
    double nodes = sweep.nodes(outcome.point());
    return new StudyRun(
        outcome.point(), summary, nodes, server, costs(outcome.point(), summary, nodes, server));
  }

  private Costs costs(
      Map<String, String> point, Summary summary, double nodes, ServerFigures server) {
    SweepPrices prices = sweep.prices();
    Map<String, String> values = sweep.values(point, 1);
    double bytes = summary.figures().bytesPerSecond();
    Map<String, Double> measured = new LinkedHashMap<>(server.values());
    sweep.server().keySet().forEach(name -> measured.putIfAbsent(name, 0.0));
    measured.put(SweepPrices.BYTES, bytes);
    summary
        .details()
        .scenarios()
        .forEach((name, own) ->
            measured.put(name + "/" + SweepPrices.BYTES, own.figures().bytesPerSecond()));
    double zone = prices.zoneBytesPerSecond(values, measured);
    return new Costs(
        nodes * prices.perNodeHour(),
        prices.clients(values) * prices.perClientHour(),
        gigabytesPerHour(zone) * prices.perZoneGigabyte(),
        prices.perHour() + gigabytesPerHour(bytes) * prices.perGigabyte(),
        prices.hours());
  }

  private static double gigabytesPerHour(double bytesPerSecond) {
    return bytesPerSecond * SECONDS_PER_HOUR / BYTES_PER_GIGABYTE;
  }

  /** Returns notes about the limits of the table. */
  private List<String> notes(SweepResult result) {
    List<String> targets = List.of(result.sweep().target().split(", ", -1));
    double most =
        result.rows().stream().mapToDouble(row -> sweep.nodes(row.point())).max().orElse(0);
    if (targets.stream().anyMatch(target -> target.startsWith("sim:"))) {
      return List.of("Simulated: a target is a model, so the figures describe the model.");
    }
    int processors = Runtime.getRuntime().availableProcessors();
    if (most > 1 && targets.stream().allMatch(SweepStudy::isHere)) {
      return List.of(
          String.format(
              Locale.ROOT,
              "All %.0f nodes and the load share this machine, which has %d %s. The table has the"
                  + " shape of a scalability study, but it shows no scaling.",
              most,
              processors,
              processors == 1 ? "processor" : "processors"));
    }
    return List.of();
  }

  /** Returns whether all hosts of a target are this machine. */
  static boolean isHere(String target) {
    int start = target.indexOf("://");
    if (start < 0) {
      return false;
    }
    String hosts = target.substring(start + 3).replaceFirst("[/?#].*", "");
    hosts = hosts.substring(hosts.lastIndexOf('@') + 1);
    for (String host : hosts.split(",", -1)) {
      if (!LOOPBACK.matcher(host).matches()) {
        return false;
      }
    }
    return true;
  }
}
