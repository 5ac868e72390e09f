package org.plimsoll.analysis.compare;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.result.Latencies;

/**
 * The figures on which the verdict about two groups of runs depends. The others are exploratory:
 * they suggest what to look at, and with many of them some differ by chance.
 *
 * @param texts such as {@code p99}, of all operations together, or {@code read.p99}
 */
record PrimaryFigures(Set<String> texts) {
  /** The figures unless the user chooses others. */
  static final List<String> DEFAULT = List.of(Figure.THROUGHPUT, "p50", "p99", Figure.ERRORS);

  /** The names of all figures. */
  private static final List<String> NAMES =
      Stream.concat(Latencies.names().stream(), Stream.of(Figure.THROUGHPUT, Figure.ERRORS))
          .toList();

  /**
   * Creates the set.
   *
   * @param texts empty = {@link #DEFAULT}
   * @throws InvalidSpecException if a text is not that of a figure
   */
  PrimaryFigures(Set<String> texts) {
    for (String text : texts) {
      if (!NAMES.contains(text.substring(text.lastIndexOf('.') + 1))) {
        throw new InvalidSpecException(
            "figures: must be of %s, each of all operations or of one as in read.p99, was '%s'"
                .formatted(String.join(", ", NAMES), text));
      }
    }
    this.texts = Set.copyOf(texts.isEmpty() ? DEFAULT : texts);
  }

  /**
   * Rejects figures of operations that the runs do not have.
   *
   * @param operations the first one is that of figures without an operation
   */
  void requireOf(List<String> operations) {
    for (String text : texts) {
      String operation = text.substring(0, Math.max(0, text.lastIndexOf('.')));
      if (!operation.isEmpty() && !operations.contains(operation)) {
        throw new InvalidSpecException(
            "figures: must be of operations that all runs have (%s), was '%s'"
                .formatted(operations.stream().sorted().collect(Collectors.joining(", ")), text));
      }
    }
  }

  /**
   * Whether a figure is one of them.
   *
   * @param isFirst whether the operation is that of figures without an operation
   */
  boolean contains(String operation, boolean isFirst, String figure) {
    return texts.contains(operation + "." + figure) || (isFirst && texts.contains(figure));
  }
}
