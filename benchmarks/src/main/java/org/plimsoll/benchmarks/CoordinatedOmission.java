package org.plimsoll.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.plimsoll.benchmarks.StallExperiment.Result;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.report.page.Picture;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RecordedRun;

/**
 * Generates the tables and pictures of {@code docs/coordinated-omission.md}; called by {@code
 * benchmarks/coordinated-omission.sh}.
 */
public final class CoordinatedOmission {
  static final List<Integer> WORKERS = List.of(16, 80, 380, 1024, 2048);
  private static final List<Integer> MORE_WORKERS =
      List.of(1, 4, 16, 40, 80, 160, 380, 700, 1024, 2048);
  static final double USUAL_MAXIMUM = 1_250;
  private static final List<Integer> PERCENT_OF_MAXIMUM = List.of(10, 70, 80, 90, 95);
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;

  private CoordinatedOmission() {}

  /**
   * Runs a command: {@code tables} prints the tables, {@code page DOCS} writes them and the
   * pictures, {@code shaded RUN SVG} draws one picture.
   */
  public static void main(String[] arguments) throws Exception {
    String what = arguments.length > 0 ? arguments[0] : "tables";
    switch (what) {
      case "tables" -> System.out.println(tables(true));
      case "real" ->
          System.out.println(
              stallTable(new StallExperiment(USUAL_MAXIMUM, false), List.of(16, 1024)));
      case "page" -> page(Path.of(arguments[1]));
      case "shaded" -> shaded(Path.of(arguments[1]), Path.of(arguments[2]));
      default ->
          throw new IllegalArgumentException(
              "tables, real, page DOCS or shaded RUN SVG, was " + what);
    }
  }

  private static void page(Path docs) throws Exception {
    Path page = docs.resolve("coordinated-omission.md");
    Files.writeString(page, replaced(Files.readString(page), tables(true)));
    Path images = Files.createDirectories(docs.resolve("images"));
    overTime(images);
    byPercentile(images);
    byWorkers(images);
    elasticity(images);
  }

  /** Returns the page with the text between its two marks replaced. */
  static String replaced(String page, String tables) {
    String begin = "<!-- tables: begin -->\n";
    String end = "<!-- tables: end -->";
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf(end);
    if (from < begin.length() || to < from) {
      throw new IllegalArgumentException("the page has no marks around its tables");
    }
    return page.substring(0, from) + "\n" + tables + "\n" + page.substring(to);
  }

  static String tables(boolean virtual) throws Exception {
    return stallTable(new StallExperiment(USUAL_MAXIMUM, virtual), WORKERS)
        + "\n"
        + utilizationTable(virtual);
  }

  /** Returns the table of one stall, as each kind of load reports it. */
  static String stallTable(StallExperiment experiment, List<Integer> workers) throws Exception {
    StringBuilder table = new StringBuilder();
    table.append(
        """
        | load | what is shown | mean | p95 | p99 | p99.9 | max |
        |---|---|---|---|---|---|---|
        """);
    table.append(
        row(
            "known answer",
            "",
            List.of(
                experiment.theoryMean() * MILLIS_PER_SECOND,
                experiment.theoryQuantile(0.95) * MILLIS_PER_SECOND,
                experiment.theoryQuantile(0.99) * MILLIS_PER_SECOND,
                experiment.theoryQuantile(0.999) * MILLIS_PER_SECOND,
                MILLIS_PER_SECOND)));
    table.append(row("**open**", "response", experiment.open().response()));
    List<Result> paced = new ArrayList<>();
    for (int count : workers) {
      paced.add(experiment.paced(count));
      table.append(
          row(
              "closed loop, %,d workers, target 1,000/s".formatted(count),
              "service",
              paced.getLast().service()));
    }
    for (int i = 0; i < workers.size(); i++) {
      table.append(
          row("paced, %,d workers".formatted(workers.get(i)), "response", paced.get(i).response()));
    }
    for (int count : workers.subList(0, Math.min(3, workers.size()))) {
      table.append(
          row(
              "closed loop, %,d workers, no target".formatted(count),
              "service",
              experiment.closed(count).service()));
    }
    return table.toString();
  }

  /**
   * Returns the table of an open load and a closed loop, at shares of the server's maximum
   * throughput.
   */
  static String utilizationTable(boolean virtual) throws Exception {
    StringBuilder table = new StringBuilder();
    table
        .append(
            "| of maximum | known mean | open, mean | known p99 | open, p99"
                + " | 16 workers, mean | 16 workers, p99 |\n")
        .append("|---|---|---|---|---|---|---|\n");
    for (int percent : PERCENT_OF_MAXIMUM) {
      StallExperiment experiment =
          new StallExperiment(StallExperiment.RATE * 100 / percent, virtual);
      Histogram open = experiment.open().response();
      Histogram closed = experiment.paced(16).service();
      table.append(
          "| %d %% | %s | **%s** | %s | **%s** | %s | %s |\n"
              .formatted(
                  percent,
                  millis(experiment.theoryMean() * MILLIS_PER_SECOND),
                  millis(open.getMean() / NANOS_PER_MILLI),
                  millis(experiment.theoryQuantile(0.99) * MILLIS_PER_SECOND),
                  millis(open.getValueAtPercentile(99) / NANOS_PER_MILLI),
                  millis(closed.getMean() / NANOS_PER_MILLI),
                  millis(closed.getValueAtPercentile(99) / NANOS_PER_MILLI)));
    }
    return table.toString();
  }

  private static String row(String load, String shown, Histogram nanos) {
    return row(
        load,
        shown,
        List.of(
            nanos.getMean() / NANOS_PER_MILLI,
            nanos.getValueAtPercentile(95) / NANOS_PER_MILLI,
            nanos.getValueAtPercentile(99) / NANOS_PER_MILLI,
            nanos.getValueAtPercentile(99.9) / NANOS_PER_MILLI,
            nanos.getMaxValue() / NANOS_PER_MILLI));
  }

  private static String row(String load, String shown, List<Double> millis) {
    List<String> figures = millis.stream().map(CoordinatedOmission::millis).toList();
    return "| " + load + " | " + shown + " | " + String.join(" | ", figures) + " |\n";
  }

  static String millis(double millis) {
    return String.format(Locale.ROOT, millis < 99.95 ? "%.2f ms" : "%.1f ms", millis);
  }

  private static void overTime(Path images) throws Exception {
    StallExperiment experiment = new StallExperiment(USUAL_MAXIMUM, true);
    Result open = experiment.open();
    Result closed = experiment.paced(16);
    write(
        images.resolve("stall-over-time.svg"),
        Picture.overTime(
            "p99 of each second: the same stall, seen by two kinds of load",
            Picture.Scale.LINEAR,
            List.of(
                new Picture.Line("open load: response time", open.ends(), open.p99(true)),
                new Picture.Line(
                    "closed loop, 16 workers: service time", closed.ends(), closed.p99(false))),
            List.of(),
            List.of()));
  }

  private static void byPercentile(Path images) throws Exception {
    StallExperiment experiment = new StallExperiment(USUAL_MAXIMUM, true);
    Map<String, Histogram> curves = new LinkedHashMap<>();
    curves.put("open", experiment.open().response());
    for (int workers : List.of(1024, 380, 80, 16)) {
      curves.put("closed, %,d workers".formatted(workers), experiment.paced(workers).service());
    }
    write(
        images.resolve("stall-by-percentile.svg"),
        Picture.byPercentile(
            "Latency by percentile, as each load reports it", Picture.Scale.LINEAR, curves));
  }

  private static void byWorkers(Path images) throws Exception {
    StallExperiment experiment = new StallExperiment(USUAL_MAXIMUM, true);
    double open = experiment.open().response().getMean();
    List<Double> xs = new ArrayList<>();
    List<Double> opens = new ArrayList<>();
    List<Double> closed = new ArrayList<>();
    for (int workers : MORE_WORKERS) {
      xs.add((double) workers);
      opens.add(open);
      closed.add(experiment.paced(workers).service().getMean());
    }
    write(
        images.resolve("stall-by-workers.svg"),
        Picture.against(
            "Mean latency against the number of workers",
            List.of(
                new Picture.Line("open load: response time", xs, opens),
                new Picture.Line("closed loop: service time", xs, closed)),
            WORKERS.stream().map(Double::valueOf).toList()));
  }

  private static void elasticity(Path images) throws Exception {
    Result result =
        StallExperiment.run(
            "sim:?service=lognormal(2ms,0.3)&max-throughput=1250"
                + "&max-throughput-changes=20s:950,40s:2000",
            Map.of("rate", "1000", "arrivals", "poisson", "warmup", "0", "for", "60s", "seed", "1"),
            true);
    write(
        images.resolve("elasticity.svg"),
        Picture.overTime(
            "p99 of each second while the capacity changes",
            Picture.Scale.LOG,
            List.of(new Picture.Line("response", result.ends(), result.p99(true))),
            List.of(),
            result.events().stream().filter(event -> event.kind() == EventKind.TARGET).toList()));
  }

  /** Draws the response time over time of a disturbed run. */
  private static void shaded(Path folder, Path svg) throws IOException {
    RecordedRun run = RunReader.read(folder);
    List<Double> ends = run.intervals().stream().map(i -> (double) i.window().atNanos()).toList();
    List<Double> p99 = new ArrayList<>();
    List<Double> lag = new ArrayList<>();
    run.intervals()
        .forEach(interval -> {
          var all = interval.figures().operations().get("all");
          p99.add(all == null ? 0.0 : (double) all.responseNanos().p99());
          lag.add((double) interval.dispatchLagNanos().p99());
        });
    write(
        svg,
        Picture.overTime(
            "A generator that was stopped for a second",
            Picture.Scale.LOG,
            List.of(
                new Picture.Line("p99 response", ends, p99),
                new Picture.Line("p99 dispatch lag", ends, lag)),
            run.intervals(),
            List.of()));
  }

  private static void write(Path file, String svg) throws IOException {
    Files.writeString(file, svg);
    System.out.println(file);
  }
}
