package org.plimsoll.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * Describes how a sweep varies a run: the {@code sweep} section of a spec file, overridden by
 * command-line options.
 *
 * @param grid the axes
 * @param at values that each point derives from its axes, as texts with formulas in braces
 * @param nodes formula for the number of nodes of the target; null if the number is unknown
 * @param commands commands before each run and after the last one
 * @param server regular expressions for the target's metrics, by the name of their column
 * @param columns the columns of the table, in order; empty for the usual ones
 */
public record SweepSpec(
    Grid grid,
    Map<String, String> at,
    @Nullable String nodes,
    Visits visits,
    Commands commands,
    Map<String, Pattern> server,
    List<String> columns,
    SweepPrices prices) {
  /** The name of the axis for the number of nodes, which is not a setting of a run. */
  public static final String NODES = "nodes";

  /** The name of the repetition in formulas. Repetitions are numbered from 1. */
  public static final String RUN = "run";

  private static final int REPEAT_MAX = 1_000;
  private static final Duration COMMAND_DEFAULT = Duration.ofMinutes(5);

  public SweepSpec {
    at = Collections.unmodifiableMap(new LinkedHashMap<>(at));
    server = Collections.unmodifiableMap(new LinkedHashMap<>(server));
    columns = List.copyOf(columns);
  }

  /** The order of the runs. */
  public enum Order {
    /** Each repetition visits every point once, in a random order that the seed determines. */
    RANDOM,
    /** Each repetition visits the points in the order of the grid. */
    GIVEN,
    /** All runs of a point one after another, in the order of the grid. */
    GROUPED
  }

  /** The number of visits to each point, and their order. */
  public record Visits(int repeat, Order order) {}

  /**
   * Commands as argument vectors, which no shell interprets. Each argument may contain formulas in
   * braces.
   *
   * @param before executed before each run; empty if there are none
   * @param after executed once after the last run; empty if there are none
   * @param timeout time after which a command is stopped and counts as failed
   */
  public record Commands(List<String> before, List<String> after, Duration timeout) {
    public Commands {
      before = List.copyOf(before);
      after = List.copyOf(after);
    }
  }

  /**
   * Checks the texts of a sweep.
   *
   * @param texts the texts that {@link SweepTexts} reads
   * @throws InvalidSpecException if a text is refused
   */
  public static SweepSpec of(SweepTexts texts) {
    Grid grid = texts.grid();
    texts.map("at").keySet().forEach(name -> Grid.requireKnown(name, "at: " + name));
    String nodes = texts.text(NODES);
    if (nodes == null && grid.names().contains(NODES)) {
      nodes = NODES;
    }
    Map<String, Pattern> server = new LinkedHashMap<>();
    texts.map("server").forEach((name, regex) -> server.put(name, pattern(name, regex)));
    return new SweepSpec(
        grid,
        texts.map("at"),
        nodes,
        new Visits(repeat(texts.text("repeat")), order(texts.text("order"))),
        new Commands(
            texts.list("before"), texts.list("after"), timeout(texts.text("command-timeout"))),
        server,
        texts.list("columns"),
        SweepPrices.of(texts));
  }

  /**
   * Returns the values that formulas can use at a point: its axes, the repetition, and the number
   * of nodes.
   */
  public Map<String, String> values(Map<String, String> point, int repetition) {
    Map<String, String> values = new LinkedHashMap<>(point);
    values.put(RUN, String.valueOf(repetition));
    if (nodes != null) {
      values.put(NODES, Formula.plain(Formula.value("sweep." + NODES, nodes, values)));
    }
    return values;
  }

  /** Returns the number of nodes at a point; 0 if it is unknown. */
  public double nodes(Map<String, String> point) {
    String text = values(point, 1).get(NODES);
    return text == null ? 0 : Quantities.parseDecimal(text);
  }

  /** Returns the settings of a point: its axes, and the values derived from them. */
  Map<String, String> settings(Map<String, String> point, int repetition) {
    Map<String, String> settings = new LinkedHashMap<>(point);
    Map<String, String> values = values(point, repetition);
    at.forEach(
        (name, text) -> settings.put(name, Formula.filled("sweep.at." + name, text, values)));
    settings.remove(NODES);
    return settings;
  }

  /** Replaces the formulas in a command by their values at a point. */
  public List<String> filled(List<String> command, Map<String, String> values) {
    return command.stream()
        .map(argument -> Formula.filled("the command", argument, values))
        .toList();
  }

  private static Pattern pattern(String name, String regex) {
    if (!name.matches("[a-z][a-z0-9-]{0,29}")) {
      throw new InvalidSpecException(
          "sweep.server: must have names of lower-case letters, digits and hyphens, was '"
              + name
              + "'");
    }
    try {
      return Pattern.compile(regex);
    } catch (java.util.regex.PatternSyntaxException e) {
      throw new InvalidSpecException(
          "sweep.server." + name + ": must be a regular expression, was '" + regex + "'", e);
    }
  }

  private static int repeat(@Nullable String text) {
    try {
      long repeat = text == null ? 1 : Quantities.parseCount(text);
      if (repeat >= 1 && repeat <= REPEAT_MAX) {
        return (int) repeat;
      }
    } catch (IllegalArgumentException e) {
      // The error is reported below, with the allowed values.
    }
    throw new InvalidSpecException(
        "--repeat: must be a whole number from 1 to " + REPEAT_MAX + ", was '" + text + "'");
  }

  private static Order order(@Nullable String text) {
    List<String> known = new ArrayList<>();
    for (Order order : Order.values()) {
      String name = order.name().toLowerCase(Locale.ROOT);
      if (name.equals(text) || (text == null && order == Order.RANDOM)) {
        return order;
      }
      known.add(name);
    }
    throw new InvalidSpecException(
        "order: must be one of " + String.join(", ", known) + ", was '" + text + "'");
  }

  private static Duration timeout(@Nullable String text) {
    try {
      Duration timeout = text == null ? COMMAND_DEFAULT : Quantities.parseDuration(text);
      if (timeout.compareTo(Duration.ofSeconds(1)) >= 0
          && timeout.compareTo(Duration.ofDays(1)) <= 0) {
        return timeout;
      }
    } catch (IllegalArgumentException e) {
      // The error is reported below, with the allowed values.
    }
    throw new InvalidSpecException(
        "sweep.command-timeout: must be a duration such as 5m, from 1s to 1d, was '" + text + "'");
  }
}
