package org.plimsoll.analysis.tune;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.StudyRun.Costs;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.LoadFigures;
import org.plimsoll.result.Summary.OperationSummary;
import org.plimsoll.result.SweepResult.Unit;

/** The columns that the table of a study may have, and their value in a run. */
public final class StudyColumns {
  /** Columns for the whole run. */
  private static final Map<String, Unit> OF_RUN = new LinkedHashMap<>();

  /** Columns for the load, a scenario, or one operation. */
  private static final Map<String, Unit> OF_LOAD = new LinkedHashMap<>();

  static final String LINEAR = "linear-share";

  private static final Pattern PATH =
      Pattern.compile("(?:([A-Za-z][A-Za-z0-9_-]*)/)?(?:([a-z][a-z0-9-]*)\\.)?([a-z0-9-]+)");

  static {
    OF_RUN.put("nodes", Unit.NUMBER);
    OF_RUN.put("throughput-per-node", Unit.RATE);
    OF_RUN.put(LINEAR, Unit.SHARE);
    OF_RUN.put("client-cpus", Unit.NUMBER);
    OF_RUN.put("in-flight", Unit.NUMBER);
    OF_RUN.put("cost-per-hour", Unit.MONEY);
    OF_RUN.put("cost-of-nodes", Unit.MONEY);
    OF_RUN.put("cost-of-clients", Unit.MONEY);
    OF_RUN.put("cost-of-traffic", Unit.MONEY);
    OF_RUN.put("cost-of-test", Unit.MONEY);
    OF_RUN.put("cost-per-million", Unit.MONEY);
    OF_LOAD.put("throughput", Unit.RATE);
    OF_LOAD.put("errors", Unit.SHARE);
    for (String figure :
        List.of("mean", "min", "p50", "p90", "p95", "p99", "p999", "p9999", "max")) {
      OF_LOAD.put(figure, Unit.NANOS);
    }
  }

  private StudyColumns() {}

  /**
   * Rejects a column that no run can have.
   *
   * @param server columns of the target's metrics
   * @param scenarios names of the scenarios
   * @param operations names of operations that the load may have; empty if they are not known
   */
  public static void check(
      List<String> columns,
      Collection<String> server,
      Collection<String> scenarios,
      Collection<String> operations) {
    for (String column : columns) {
      Matcher path = PATH.matcher(column);
      boolean isKnown =
          OF_RUN.containsKey(column)
              || server.contains(column)
              || (path.matches()
                  && OF_LOAD.containsKey(path.group(3))
                  && (path.group(1) == null || scenarios.contains(path.group(1)))
                  && (path.group(2) == null
                      || operations.isEmpty()
                      || operations.contains(path.group(2))));
      if (!isKnown) {
        List<String> known = new ArrayList<>(OF_LOAD.keySet());
        known.addAll(OF_RUN.keySet());
        known.addAll(server);
        scenarios.forEach(name -> known.add(name + "/p99"));
        operations.forEach(name -> known.add(name + "." + figure(column)));
        throw new InvalidSpecException(
            "columns: must be figures such as p99, read.p99 or cost-per-million, was '"
                + column
                + "'"
                + NearestName.suggestion(column, known));
      }
    }
  }

  private static String figure(String column) {
    String figure = column.substring(column.lastIndexOf('.') + 1);
    return OF_LOAD.containsKey(figure) ? figure : "p99";
  }

  /** Returns the unit of a column that belongs to no metric of the target. */
  static Unit unit(String column) {
    Matcher path = PATH.matcher(column);
    Unit ofRun = OF_RUN.get(column);
    return ofRun != null
        ? ofRun
        : OF_LOAD.getOrDefault(path.matches() ? path.group(3) : "", Unit.NUMBER);
  }

  /** Returns the value of a run; null if it has none. */
  static @Nullable Double value(String column, StudyRun run) {
    Summary summary = run.summary();
    Costs costs = run.costs();
    double perSecond = summary.figures().throughputPerSecond();
    return switch (column) {
      case "nodes" -> known(run.nodes());
      case "throughput-per-node" -> run.nodes() > 0 ? (Double) (perSecond / run.nodes()) : null;
      case "client-cpus" -> summary.generator().cpuSeconds() / (summary.elapsedNanos() / 1e9);
      case "in-flight" -> summary.generator().inFlightMean();
      case "cost-per-hour" -> known(costs.perHour());
      case "cost-of-nodes" -> known(costs.nodesPerHour());
      case "cost-of-clients" -> known(costs.clientsPerHour());
      case "cost-of-traffic" -> known(costs.trafficPerHour());
      case "cost-of-test" ->
          known(
              costs.perHour()
                  * (costs.hours() > 0 ? costs.hours() : summary.elapsedNanos() / 3600e9));
      case "cost-per-million" ->
          perSecond > 0 ? known(costs.perHour() / (perSecond * 3600) * 1e6) : null;
      default -> {
        ServerFigures.ServerFigure own = run.server().byColumn().get(column);
        yield own == null ? ofLoad(column, summary) : (Double) own.value();
      }
    };
  }

  private static @Nullable Double known(double value) {
    return value > 0 ? (Double) value : null;
  }

  private static @Nullable Double ofLoad(String column, Summary summary) {
    Matcher path = PATH.matcher(column);
    if (!path.matches() || !OF_LOAD.containsKey(path.group(3))) {
      return null;
    }
    String scenario = path.group(1);
    LoadFigures load = summary.figures();
    if (scenario != null) {
      Summary.ScenarioSummary own = summary.details().scenarios().get(scenario);
      if (own == null) {
        return null;
      }
      load = own.figures();
    }
    String operation = path.group(2) == null ? "all" : path.group(2);
    OperationSummary figures =
        load.operations().get(operation.equals("write") ? "update" : operation);
    return figures == null ? null : figure(path.group(3), load, figures, operation);
  }

  private static @Nullable Double figure(
      String name, LoadFigures load, OperationSummary figures, String operation) {
    Latency response = figures.responseNanos();
    Latency latency = response == null ? figures.serviceNanos() : response;
    return switch (name) {
      case "throughput" -> figures.throughputPerSecond();
      case "errors" -> operation.equals("all") ? load.accounting().errorShare() : errors(figures);
      case "min" -> latency.min() == null ? null : (Double) latency.min().doubleValue();
      default -> Latencies.named(latency, name);
    };
  }

  private static @Nullable Double errors(OperationSummary figures) {
    long errors = figures.failures().values().stream().mapToLong(Long::longValue).sum();
    long all = errors + figures.counts().answered();
    return all == 0 ? null : (Double) ((double) errors / all);
  }
}
