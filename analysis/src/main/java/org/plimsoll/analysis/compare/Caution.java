package org.plimsoll.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.plimsoll.analysis.statistics.TwoSamples;
import org.plimsoll.result.Comparison.Differing;
import org.plimsoll.result.Comparison.Row;
import org.plimsoll.result.ComparisonVerdict;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Validity;

/** Collects caveats about a comparison. */
final class Caution {
  private Caution() {}

  static List<String> of(
      List<ComparedRun> a,
      List<ComparedRun> against,
      List<Differing> differing,
      List<Row> rows,
      double alpha) {
    List<String> notes = new ArrayList<>();
    differing.stream()
        .filter(each -> !Comparability.isOfTarget(each.setting()))
        .forEach(each ->
            notes.add(
                "The load itself differs: %s is %s in A, and %s in the others."
                    .formatted(each.setting(), each.a(), each.against())));
    double least = TwoSamples.leastProbability(a.size(), against.size());
    int family = rows.size();
    boolean open = rows.stream().anyMatch(row -> row.verdict() == ComparisonVerdict.CANNOT_TELL);
    if (open && least * family > alpha) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%d + %d runs are few for %d figures: the least possible p-value is %.2g, and %.2g is"
                  + " needed. A difference counts only if its whole interval is beyond the margin."
                  + " Add runs, or judge by fewer figures.",
              a.size(),
              against.size(),
              family,
              least,
              alpha / family));
    }
    if (Comparability.isEnough(a, against) && (isAfter(a, against) || isAfter(against, a))) {
      notes.add(
          "All runs of one side were before those of the other, so any drift over time looks like"
              + " a difference. Alternate the runs: A, B, A, B.");
    }
    different("host", a, against, run -> run.summary().generator().jvm().host(), notes);
    different("Java", a, against, run -> run.summary().generator().jvm().version(), notes);
    long suspect =
        List.of(a, against).stream()
            .flatMap(List::stream)
            .filter(run -> run.validity() != Validity.VALID)
            .count();
    if (suspect > 0) {
      notes.add(suspect + " of the runs are suspect and were allowed.");
    }
    long interrupted =
        List.of(a, against).stream()
            .flatMap(List::stream)
            .filter(run -> run.summary().verdict().has(FindingCode.INTERRUPTED))
            .count();
    if (interrupted > 0) {
      notes.add(
          interrupted + " of the runs were interrupted, so they are shorter than they should be.");
    }
    return notes;
  }

  /**
   * Returns whether all runs of one side started after those of the other. ISO 8601 times sort as
   * text.
   */
  private static boolean isAfter(List<ComparedRun> late, List<ComparedRun> early) {
    String first = late.stream().map(Caution::startedAt).min(String::compareTo).orElse("");
    String last = early.stream().map(Caution::startedAt).max(String::compareTo).orElse("");
    return first.compareTo(last) > 0;
  }

  private static String startedAt(ComparedRun run) {
    return run.summary().run().startedAt();
  }

  private static void different(
      String what,
      List<ComparedRun> a,
      List<ComparedRun> against,
      Function<ComparedRun, String> of,
      List<String> notes) {
    Set<String> seen = new TreeSet<>();
    a.forEach(run -> seen.add(of.apply(run)));
    against.forEach(run -> seen.add(of.apply(run)));
    if (seen.size() > 1) {
      notes.add("The generator's %s differs: %s.".formatted(what, String.join(", ", seen)));
    }
  }
}
