package org.plimsoll.analysis.tune;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.statistics.MedianInterval;
import org.plimsoll.result.SweepResult;
import org.plimsoll.result.SweepResult.Column;
import org.plimsoll.result.SweepResult.Row;
import org.plimsoll.result.SweepResult.Study;
import org.plimsoll.result.SweepResult.Unit;
import org.plimsoll.result.SweepResult.Value;

/**
 * Computes the table of a study from the runs of a sweep. For each figure, it has the mean of the
 * runs, as in published studies, and the median of the runs with its interval.
 */
public final class StudyResults {
  /** Settings that a chart may have on its horizontal axis; the first of a sweep is used. */
  private static final List<String> AXES =
      List.of("nodes", "set.servers", "workers", "sessions", "rate");

  private StudyResults() {}

  /**
   * Adds the study to a result.
   *
   * @param columns the columns in order; empty for the usual ones
   * @param server columns of the target's metrics
   * @param notes remarks for the reader
   */
  public static SweepResult of(
      SweepResult result,
      List<StudyRun> runs,
      List<String> columns,
      Set<String> server,
      List<String> notes) {
    List<String> names = columns.isEmpty() ? usual(runs, server) : columns;
    Set<String> all = new LinkedHashSet<>(names);
    all.addAll(List.of("nodes", "throughput", "mean", "p50", "p95", "p99", "cost-per-million"));
    List<Row> rows = new ArrayList<>();
    int most = 0;
    for (Row row : result.rows()) {
      List<StudyRun> own = runs.stream().filter(run -> run.point().equals(row.point())).toList();
      most = Math.max(most, own.size());
      rows.add(row.with(values(all, own)));
    }
    String over = AXES.stream().filter(result.settings()::contains).findFirst().orElse("");
    if (all.contains(StudyColumns.LINEAR)) {
      rows = withLinearShare(rows, over);
    }
    List<String> allNotes = new ArrayList<>(notes);
    for (String name : names) {
      boolean isAbsent = rows.stream().noneMatch(row -> row.values().containsKey(name));
      if (isAbsent && !runs.isEmpty()) {
        allNotes.add(absent(name, server, runs));
      }
    }
    return new SweepResult(
        result.schema(),
        result.sweep(),
        result.settings(),
        rows,
        result.scalability(),
        result.knee(),
        new Study(
            over,
            names.stream().map(name -> new Column(name, unit(name, runs))).toList(),
            most < 2 ? 0 : MedianInterval.of(new double[most]).confidence(),
            allNotes));
  }

  private static String absent(String column, Set<String> server, List<StudyRun> runs) {
    List<String> metrics = runs.getFirst().server().metrics();
    return server.contains(column)
        ? column
            + ": no metric of the target matches; "
            + (metrics.isEmpty() ? "it reported none" : "known are " + String.join(", ", metrics))
        : column
            + (StudyColumns.unit(column) == Unit.NANOS
                ? ": a run has too few operations for it, or it falls among unanswered ones"
                : ": a run has no value");
  }

  private static List<String> usual(List<StudyRun> runs, Set<String> server) {
    List<String> names = new ArrayList<>(List.of("throughput"));
    if (runs.stream().anyMatch(run -> run.nodes() > 0)) {
      names.addAll(List.of("throughput-per-node", StudyColumns.LINEAR));
    }
    names.addAll(List.of("mean", "p50", "p95", "p99", "errors"));
    names.addAll(server);
    if (runs.stream().anyMatch(run -> run.costs().perHour() > 0)) {
      names.addAll(List.of("cost-per-hour", "cost-per-million"));
    }
    return names;
  }

  private static Unit unit(String name, List<StudyRun> runs) {
    return runs.stream()
        .map(run -> run.server().byColumn().get(name))
        .filter(Objects::nonNull)
        .findFirst()
        .map(ServerFigures.ServerFigure::unit)
        .orElseGet(() -> StudyColumns.unit(name));
  }

  private static Map<String, Value> values(Set<String> columns, List<StudyRun> runs) {
    Map<String, Value> values = new LinkedHashMap<>();
    for (String column : columns) {
      double[] each = new double[runs.size()];
      int known = 0;
      for (StudyRun run : runs) {
        Double value = StudyColumns.value(column, run);
        if (value != null) {
          each[known++] = value;
        }
      }
      // A percentile that only some runs have would reflect only the better runs.
      if (known == runs.size() && known > 0) {
        values.put(column, value(each));
      }
    }
    return values;
  }

  private static Value value(double[] each) {
    MedianInterval interval = MedianInterval.of(each);
    double sum = 0;
    for (double value : each) {
      sum += value;
    }
    boolean isOne = each.length == 1;
    return new Value(
        sum / each.length,
        interval.median(),
        isOne ? null : (Double) interval.low(),
        isOne ? null : (Double) interval.high());
  }

  /** Adds the throughput relative to that of the fewest nodes, scaled to the same nodes. */
  private static List<Row> withLinearShare(List<Row> rows, String over) {
    List<Row> all = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Value> values = new LinkedHashMap<>(row.values());
      Scale own = Scale.of(row);
      Optional<Scale> first =
          rows.stream()
              .filter(other -> others(other, over).equals(others(row, over)))
              .map(Scale::of)
              .filter(Objects::nonNull)
              .min(Comparator.comparingDouble(scale -> scale.nodes));
      if (own != null && first.isPresent()) {
        values.put(StudyColumns.LINEAR, own.relativeTo(first.get()));
      }
      all.add(row.with(values));
    }
    return all;
  }

  /** The throughput at a number of nodes. */
  private record Scale(double nodes, Value throughput) {
    static @Nullable Scale of(Row row) {
      Value nodes = row.values().get("nodes");
      Value throughput = row.values().get("throughput");
      return nodes == null || throughput == null ? null : new Scale(nodes.median(), throughput);
    }

    Value relativeTo(Scale first) {
      double scale = first.nodes / nodes;
      return new Value(
          throughput.mean() / first.throughput.mean() * scale,
          throughput.median() / first.throughput.median() * scale,
          null,
          null);
    }
  }

  private static Map<String, String> others(Row row, String over) {
    Map<String, String> others = new LinkedHashMap<>(row.point());
    others.remove(over);
    return others;
  }
}
