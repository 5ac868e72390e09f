package org.plimsoll.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.result.Latencies;

/**
 * The figures on which the verdict of a comparison depends. The other figures are exploratory: they
 * only suggest where to look next. With many of them, some differ by chance.
 *
 * @param texts names such as {@code p99} for all operations together, {@code read.p99}, {@code
 *     driver.throttles} or {@code redis.used_memory_bytes}
 */
record PrimaryFigures(Set<String> texts) {
  /** The default figures. */
  static final List<String> DEFAULT = List.of(Figure.THROUGHPUT, "p50", "p99", Figure.ERRORS);

  /** The names of all figures. */
  private static final List<String> NAMES =
      Stream.of(
              Stream.of("min", "mean"),
              Latencies.names().stream(),
              Stream.of("max", Figure.THROUGHPUT, Figure.ERRORS))
          .flatMap(names -> names)
          .toList();

  /**
   * Creates the set.
   *
   * @param texts empty = {@link #DEFAULT}
   * @throws InvalidSpecException if a text is not the name of a figure
   */
  PrimaryFigures(Set<String> texts) {
    for (String text : texts) {
      if (text.indexOf('.') < 0 && text.indexOf('_') < 0 && !NAMES.contains(text)) {
        throw refused(text, NAMES);
      }
    }
    this.texts = Set.copyOf(texts.isEmpty() ? DEFAULT : texts);
  }

  private static InvalidSpecException refused(String text, Collection<String> known) {
    String near =
        NearestName.nearest(text, known).map(name -> ", did you mean '" + name + "'?").orElse("");
    return new InvalidSpecException(
        ("figures: must be of %s, each of all operations or of one as in read.p99, or the name of"
                + " a series or of a counter of the driver that all runs have, was '%s'%s")
            .formatted(String.join(", ", NAMES), text, near));
  }

  /**
   * Rejects figures that the runs do not have.
   *
   * @param operations operations of the runs; the first one applies to figures without an operation
   * @param others names of the series and the driver's counters, as in {@code driver.throttles}
   */
  void requireOf(List<String> operations, Collection<String> others) {
    for (String text : texts) {
      if (others.contains(text) || others.contains(bare(text))) {
        continue;
      }
      if (!NAMES.contains(text.substring(text.lastIndexOf('.') + 1))) {
        List<String> known = new ArrayList<>(others);
        operations.forEach(of -> NAMES.forEach(name -> known.add(of + "." + name)));
        throw refused(text, known);
      }
      String operation = text.substring(0, Math.max(0, text.lastIndexOf('.')));
      if (!operation.isEmpty() && !operations.contains(operation)) {
        throw new InvalidSpecException(
            "figures: must be of operations that all runs have (%s), was '%s'"
                .formatted(operations.stream().sorted().collect(Collectors.joining(", ")), text));
      }
    }
  }

  /** Returns the name of a series without the prefix {@code telemetry.}. */
  private static String bare(String text) {
    String prefix = Figure.TELEMETRY + ".";
    return text.startsWith(prefix) ? text.substring(prefix.length()) : text;
  }

  /** Returns whether a series or a counter is a primary figure. */
  boolean contains(String name) {
    return texts.contains(name) || texts.contains(Figure.TELEMETRY + "." + name);
  }

  /**
   * Returns whether a figure is a primary figure.
   *
   * @param isFirst whether the operation applies to figures without an operation
   */
  boolean contains(String operation, boolean isFirst, String figure) {
    return texts.contains(operation + "." + figure) || (isFirst && texts.contains(figure));
  }
}
