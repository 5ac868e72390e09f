package org.plimsoll.benchmarks;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Generates the tables of {@code docs/performance.md} and all of {@code
 * docs/performance-history.md}, from {@code benchmarks/bars.json} and the measurements in {@code
 * benchmarks/results.jsonl}.
 *
 * <p>A bar has a limit in numbers ({@code min}, {@code max}) or in words ({@code limit}). A
 * measurement has the bar's id, a date, and the figure. The figure is the median of {@code values},
 * one for each round. If only the range is known, it is {@code low} and {@code high}. An {@code
 * interval} has a confidence of 95 %; all of it must be within the limit.
 */
public final class PerformancePage {
  private static final String START = "<!-- bars: made by benchmarks/page.sh -->\n";
  private static final String END = "<!-- bars: end -->\n";

  private final List<Section> sections = new ArrayList<>();
  private final List<Measurement> measurements;

  private PerformancePage(JsonNode sections, List<Measurement> measurements) {
    sections.forEach(section -> this.sections.add(Section.of(section)));
    this.measurements = measurements;
    Set<String> ids = new HashSet<>();
    bars()
        .forEach(bar -> {
          if (!ids.add(bar.id)) {
            throw new IllegalArgumentException("two bars have the id " + bar.id);
          }
        });
    for (Measurement measurement : measurements) {
      if (!ids.contains(measurement.bar)) {
        throw new IllegalArgumentException(
            "a measurement names the bar " + measurement.bar + ", which bars.json does not have");
      }
    }
  }

  /** Writes both pages of the checkout given as the argument. */
  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]);
    PerformancePage pages = read(root.resolve("benchmarks"));
    Path page = root.resolve("docs/performance.md");
    Files.writeString(page, pages.page(Files.readString(page)));
    Files.writeString(root.resolve("docs/performance-history.md"), pages.history());
  }

  /** Reads bars and measurements from a folder. */
  static PerformancePage read(Path folder) throws IOException {
    JsonMapper json = new JsonMapper();
    try (Stream<String> lines = Files.lines(folder.resolve("results.jsonl"))) {
      List<Measurement> measurements =
          lines.map(line -> Measurement.of(json.readTree(line))).toList();
      return new PerformancePage(
          json.readTree(Files.readString(folder.resolve("bars.json"))), measurements);
    }
  }

  /** Returns the page with its tables regenerated; text outside the markers is kept. */
  String page(String old) {
    int start = old.indexOf(START);
    int end = old.indexOf(END);
    if (start < 0 || end < start) {
      throw new IllegalArgumentException("docs/performance.md has lost the markers of its tables");
    }
    StringBuilder page = new StringBuilder(old.substring(0, start + START.length()));
    for (Section section : sections) {
      page.append("\n## ").append(section.name).append("\n\n");
      page.append("| | bar | limit | latest | | date |\n|---|---|---|---|---|---|\n");
      for (int i = 0; i < section.bars.size(); i++) {
        page.append("| ").append(i + 1).append(' ').append(row(section.bars.get(i)));
      }
      page.append("\nConditions, by row:\n\n").append(conditions(section.bars));
    }
    return page.append('\n').append(old.substring(end)).toString();
  }

  /** Returns all measurements of all bars, the oldest first. */
  String history() {
    StringBuilder page = new StringBuilder("# History of the performance figures\n\n");
    page.append(
        "Every recorded measurement, the oldest first. `benchmarks/page.sh` generates this page\n");
    page.append(
        "from `benchmarks/results.jsonl`. [Performance](performance.md) has the latest ones.\n");
    page.append("Dates up to 2026-11-22 are the dates of the commits that recorded the figures.\n");
    for (Section section : sections) {
      page.append("\n## ").append(section.name).append('\n');
      for (Bar bar : section.bars) {
        List<Measurement> all = of(bar);
        if (all.isEmpty()) {
          continue;
        }
        page.append("\n### <a id=\"").append(bar.id).append("\"></a>").append(bar.what);
        page.append("\n\nBar: ").append(bar.limitText()).append("\n\n");
        all.forEach(measurement -> page.append(entry(bar, measurement)));
      }
    }
    return page.toString();
  }

  private static String entry(Bar bar, Measurement measurement) {
    StringBuilder entry = new StringBuilder("- **").append(measurement.date).append("**: ");
    entry.append(measurement.figure(bar.spaced()));
    if (measurement.figure.values.size() > 2) {
      entry.append("; rounds: ");
      entry.append(
          String.join(", ", measurement.figure.values.stream().map(Figure::text).toList()));
    }
    if (measurement.detail != null && measurement.figure.isKnown()) {
      entry.append("; ").append(measurement.detail);
    }
    String command = measurement.command == null ? bar.command : measurement.command;
    entry.append(". `").append(command).append("`. ").append(measurement.machine).append('.');
    if (measurement.note != null) {
      entry.append(' ').append(measurement.note);
    }
    return entry.append('\n').toString();
  }

  private String row(Bar bar) {
    List<Measurement> all = of(bar);
    if (all.isEmpty()) {
      return "| %s | %s | not recorded | | |\n".formatted(bar.what, bar.limitText());
    }
    Measurement latest = all.getLast();
    return "| [%s](performance-history.md#%s) | %s | %s | %s | %s |\n"
        .formatted(
            bar.what,
            bar.id,
            bar.limitText(),
            latest.figure(bar.spaced()),
            bar.verdict(latest),
            latest.date);
  }

  /** Returns one line for each command in turn, with the conditions of all its bars. */
  private static String conditions(List<Bar> bars) {
    StringBuilder lines = new StringBuilder();
    for (int first = 0, next; first < bars.size(); first = next) {
      String command = bars.get(first).command;
      StringBuilder conditions = new StringBuilder();
      for (next = first; next < bars.size() && bars.get(next).command.equals(command); next++) {
        String more = bars.get(next).conditions;
        conditions.append(more == null ? "" : " " + more);
      }
      lines.append("- **").append(first + 1).append(next > first + 1 ? "–" + next : "");
      lines.append("** `").append(command).append("`.").append(conditions).append('\n');
    }
    return lines.toString();
  }

  private List<Measurement> of(Bar bar) {
    return measurements.stream().filter(measurement -> measurement.bar.equals(bar.id)).toList();
  }

  private Stream<Bar> bars() {
    return sections.stream().flatMap(section -> section.bars.stream());
  }

  private record Section(String name, List<Bar> bars) {
    static Section of(JsonNode node) {
      List<Bar> bars = new ArrayList<>();
      node.required("bars").forEach(bar -> bars.add(Bar.of(bar)));
      return new Section(node.required("section").asString(), bars);
    }
  }

  private record Bar(
      String id,
      String what,
      String unit,
      @Nullable BigDecimal min,
      @Nullable BigDecimal max,
      @Nullable String limit,
      String command,
      @Nullable String conditions) {
    static Bar of(JsonNode node) {
      return new Bar(
          node.required("id").asString(),
          node.required("what").asString(),
          node.required("unit").asString(),
          number(node, "min"),
          number(node, "max"),
          string(node, "limit"),
          node.required("command").asString(),
          string(node, "conditions"));
    }

    String limitText() {
      if (min != null && max != null) {
        return Figure.text(min) + "–" + Figure.text(max) + spaced();
      }
      if (min != null) {
        return "≥ " + Figure.text(min) + spaced();
      }
      return max != null ? "≤ " + Figure.text(max) + spaced() : limit == null ? "–" : limit;
    }

    /** Returns the unit as it follows a number. */
    String spaced() {
      return unit.startsWith("/") ? unit : " " + unit;
    }

    String verdict(Measurement measurement) {
      if (min == null && max == null) {
        return measurement.met == null ? "–" : measurement.met ? "met" : "missed";
      }
      long held = measurement.figure.decisive().stream().filter(this::holds).count();
      return held == measurement.figure.decisive().size() ? "met" : held == 0 ? "missed" : "partly";
    }

    private boolean holds(BigDecimal figure) {
      return (min == null || figure.compareTo(min) >= 0)
          && (max == null || figure.compareTo(max) <= 0);
    }
  }

  private record Measurement(
      String bar,
      String date,
      Figure figure,
      @Nullable Boolean met,
      @Nullable String detail,
      @Nullable String command,
      String machine,
      @Nullable String note) {
    static Measurement of(JsonNode node) {
      List<BigDecimal> range = new ArrayList<>();
      if (node.has("low")) {
        range.add(node.required("low").decimalValue());
        range.add(node.required("high").decimalValue());
      }
      return new Measurement(
          node.required("bar").asString(),
          node.required("date").asString(),
          new Figure(numbers(node.path("values")), range, numbers(node.path("interval"))),
          node.has("met") ? node.required("met").asBoolean() : null,
          string(node, "detail"),
          string(node, "command"),
          node.required("machine").asString(),
          string(node, "note"));
    }

    /** Returns the figure, or else the detail. */
    String figure(String unit) {
      return figure.isKnown() ? figure.text(unit) : detail == null ? "–" : detail;
    }
  }

  /**
   * The figure of a measurement, as far as it is known.
   *
   * @param values the values of the rounds
   * @param range the least and the greatest value if the values are not known
   * @param interval the 95 % interval of the median
   */
  private record Figure(
      List<BigDecimal> values, List<BigDecimal> range, List<BigDecimal> interval) {
    boolean isKnown() {
      return !values.isEmpty() || !range.isEmpty();
    }

    /** Returns the median with the range of rounds and the interval, as far as they are known. */
    String text(String unit) {
      List<BigDecimal> sorted = values.stream().sorted().toList();
      List<BigDecimal> ends =
          !range.isEmpty() ? range : List.of(sorted.getFirst(), sorted.getLast());
      boolean spread = ends.getFirst().compareTo(ends.getLast()) < 0;
      String between = text(ends.getFirst()) + "–" + text(ends.getLast());
      if (values.isEmpty()) {
        return between + unit;
      }
      String figure = text(median(sorted)) + unit + (spread ? " (" + between + ")" : "");
      return interval.isEmpty()
          ? figure
          : figure + ", 95 %%: %s–%s".formatted(text(interval.getFirst()), text(interval.get(1)));
    }

    /**
     * Returns the values that must be within the limit: the interval, else the median, else both
     * ends.
     */
    List<BigDecimal> decisive() {
      if (!interval.isEmpty()) {
        return interval;
      }
      return values.isEmpty() ? range : List.of(median(values.stream().sorted().toList()));
    }

    static BigDecimal median(List<BigDecimal> sorted) {
      BigDecimal low = sorted.get((sorted.size() - 1) / 2);
      BigDecimal high = sorted.get(sorted.size() / 2);
      return low.compareTo(high) == 0
          ? low
          : low.add(high).divide(BigDecimal.TWO).round(new MathContext(4));
    }

    static String text(BigDecimal number) {
      boolean large = number.abs().compareTo(BigDecimal.valueOf(1000)) >= 0;
      return large ? String.format(Locale.ROOT, "%,.0f", number) : number.toPlainString();
    }
  }

  private static List<BigDecimal> numbers(JsonNode array) {
    List<BigDecimal> numbers = new ArrayList<>();
    array.forEach(number -> numbers.add(number.decimalValue()));
    return numbers;
  }

  private static @Nullable BigDecimal number(JsonNode node, String name) {
    return node.has(name) ? node.required(name).decimalValue() : null;
  }

  private static @Nullable String string(JsonNode node, String name) {
    return node.has(name) ? node.required(name).asString() : null;
  }
}
