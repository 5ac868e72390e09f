package org.plimsoll.report.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.terminal.LatencyCell;
import org.plimsoll.report.terminal.TuneTable;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Latency;
import org.plimsoll.result.TuneResult;
import org.plimsoll.result.TuneResult.KneeResult;
import org.plimsoll.result.TuneResult.LineResult;
import org.plimsoll.result.TuneResult.TrialResult;
import org.plimsoll.result.Validity;

/** Renders a search as one HTML file: the maximum throughput, the curve, and each trial. */
public final class TunePage {
  private TunePage() {}

  /**
   * Renders the page.
   *
   * @param latencyBounds objectives on latency, with their bounds in nanoseconds
   */
  public static String of(TuneResult result, Map<String, Double> latencyBounds) throws IOException {
    ResultPage page =
        new ResultPage(
            "Plimsoll find-max",
            result.run().name(),
            result.run().target(),
            result.run().startedAt() + " · seed " + result.run().seed());
    List<String> sentences = new ArrayList<>();
    sentences.add("Objectives: " + result.search().text() + ".");
    KneeResult knee = result.outcome().knee();
    if (knee != null) {
      sentences.add("Knee: " + TuneTable.kneeText(knee, result.search().unit()) + ".");
    }
    page.verdict(edge(result.outcome().line()), result.outcome().line().text(), sentences);
    page.chart(
        "Latency against throughput",
        CurveChart.of(result.curve(), latencyBounds, marks(result)),
        "One point for each load; log axis. Dashed lines: the objectives, and the maximum"
            + " throughput within the SLO.");
    page.chart(
        "The search",
        search(result.trials(), result.outcome().line()),
        "The load of each trial. The dashed line is the maximum throughput within the SLO.");
    page.table(
        "Trials",
        List.of(
            "#",
            "stage",
            result.isClosed() ? "workers" : "rate",
            "for",
            "answered",
            "errors",
            "p50",
            "p99",
            "p99.9",
            "of bound",
            "95 %",
            "result"),
        result.trials().stream().map(TunePage::row).toList(),
        "Of bound: how close the closest objective was, with its interval. 1 is the bound, and"
            + " lower is better. For a percentile, it is the share of operations that took longer,"
            + " relative to the allowed share. * means: "
            + LatencyCell.FEW
            + ".");
    return page.render();
  }

  private static String edge(LineResult line) {
    Validity validity =
        switch (line.kind()) {
          case FOUND, BAND, CAP -> Validity.VALID;
          case NONE -> Validity.INVALID;
          case UNCONFIRMED, GENERATOR -> Validity.SUSPECT;
        };
    return validity.text();
  }

  private static Map<String, Double> marks(TuneResult result) {
    Map<String, Double> marks = new LinkedHashMap<>();
    Double at = result.outcome().line().throughputPerSecond();
    if (at != null && at > 0) {
      marks.put("maximum throughput", at);
    }
    return marks;
  }

  private static @Nullable String search(List<TrialResult> trials, LineResult line) {
    if (trials.isEmpty()) {
      return null;
    }
    double max = trials.stream().mapToDouble(TrialResult::load).max().orElse(1);
    Chart chart =
        new Chart(
            Axis.linear(trials.size(), 10, v -> Figures.digits(v).replaceFirst("\\..*", "")),
            Axis.linear(max, 5, Figures::shortRate));
    double[] xs = trials.stream().mapToDouble(TrialResult::number).toArray();
    double[] all = trials.stream().mapToDouble(TrialResult::load).toArray();
    chart.line(new Chart.Series("tried", "c1", xs, all));
    if (line.load() > 0) {
      chart.line(
          new Chart.Series(
              "maximum throughput",
              "c0",
              new double[] {0, trials.size()},
              new double[] {line.load(), line.load()}));
    }
    return chart.svg("Loads in the order in which they were tried");
  }

  private static List<String> row(TrialResult trial) {
    Latency latency = trial.latencyNanos();
    List<String> cells = new ArrayList<>();
    cells.add(String.valueOf(trial.number()));
    cells.add(trial.stage());
    cells.add(Figures.load(trial.load()));
    cells.add(Figures.duration(trial.lengthNanos()));
    cells.add(Figures.rate((double) Math.round(trial.throughputPerSecond())));
    cells.add(TuneTable.errors(trial));
    for (String name : List.of("p50", "p99", "p999")) {
      cells.add(latency == null ? Figures.NONE : LatencyCell.marked(latency, name));
    }
    cells.add(Figures.digits(trial.decision().stress().value()));
    cells.add(
        Figures.digits(trial.decision().stress().low())
            + " – "
            + Figures.digits(trial.decision().stress().high()));
    cells.add(
        trial.decision().outcome().text()
            + (trial.decision().reason().isEmpty() ? "" : ": " + trial.decision().reason())
            + (trial.why().isEmpty() ? "" : ". " + trial.why()));
    return cells;
  }
}
