package org.plimsoll.analysis.verdict;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.Validity;

/**
 * Collects the intervals of a run that are not valid, as periods of time. Memory is bounded for
 * runs of any length. A period is reported when it ends. Periods of the next five minutes are
 * reported together, so that short disturbances do not hide important events. Not thread-safe.
 */
public final class Disturbances {
  private static final Set<FindingCode> OF_ROOM =
      Set.of(FindingCode.LOAD_NOT_OPEN, FindingCode.WORKERS_RAN_OUT);

  private static final long TOGETHER_NANOS = 300_000_000_000L;

  private long intervals;
  private long disturbed;
  private long invalid;
  private final Map<FindingCode, Long> codes = new TreeMap<>();
  private Stretch longest = Stretch.NONE;
  private Stretch current = Stretch.NONE;

  /** Periods that were not reported yet. */
  private Group group = Group.NONE;

  /** The time until which periods are reported together. */
  private long togetherUntilNanos;

  /**
   * A period of disturbed intervals; times are since the start of the run.
   *
   * @param onlyRoom whether the only finding is that operations waited for a free slot, as with a
   *     stalled target
   */
  private record Stretch(long fromNanos, long toNanos, boolean onlyRoom) {
    static final Stretch NONE = new Stretch(0, 0, true);

    long nanos() {
      return toNanos - fromNanos;
    }
  }

  /** Periods that are reported together. */
  private record Group(long count, Stretch first, Stretch last, Stretch longest) {
    static final Group NONE = new Group(0, Stretch.NONE, Stretch.NONE, Stretch.NONE);

    Group with(Stretch next) {
      return new Group(
          count + 1,
          count == 0 ? next : first,
          next,
          next.nanos() > longest.nanos() ? next : longest);
    }
  }

  /**
   * Adds the next interval.
   *
   * @return a sentence about the period that has just ended, or about those of the last minutes
   */
  public Optional<String> add(long atNanos, long lengthNanos, List<Finding> findings) {
    intervals++;
    if (findings.isEmpty()) {
      Stretch ended = current;
      current = Stretch.NONE;
      if (ended.nanos() > 0 && atNanos >= togetherUntilNanos && group.count() == 0) {
        togetherUntilNanos = atNanos + TOGETHER_NANOS;
        return Optional.of(sentence(ended));
      }
      group = ended.nanos() > 0 ? group.with(ended) : group;
      return atNanos < togetherUntilNanos ? Optional.empty() : rest(atNanos);
    }
    disturbed++;
    invalid += Findings.validity(findings) == Validity.INVALID ? 1 : 0;
    findings.forEach(finding -> codes.merge(finding.code(), 1L, Long::sum));
    boolean onlyRoom = findings.stream().map(Finding::code).allMatch(OF_ROOM::contains);
    long from = current.nanos() == 0 ? atNanos - lengthNanos : current.fromNanos();
    current = new Stretch(from, atNanos, current.onlyRoom() && onlyRoom);
    longest = current.nanos() > longest.nanos() ? current : longest;
    return Optional.empty();
  }

  /** Returns a sentence about unreported periods; empty if there are none. */
  public Optional<String> rest(long atNanos) {
    Group told = group;
    group = Group.NONE;
    if (told.count() == 0) {
      return Optional.empty();
    }
    togetherUntilNanos = atNanos + TOGETHER_NANOS;
    return Optional.of(
        told.count() == 1
            ? sentence(told.last())
            : String.format(
                Locale.ROOT,
                "%,d more disturbed periods from %s to %s, the longest %s: %s",
                told.count(),
                seconds(told.first().fromNanos()),
                seconds(told.last().toNanos()),
                seconds(told.longest().nanos()),
                sentence(told.longest())));
  }

  private static String sentence(Stretch stretch) {
    return (stretch.onlyRoom()
            ? "operations waited for a free slot from %s to %s; response times include the wait"
            : "the generator disturbed the intervals from %s to %s")
        .formatted(seconds(stretch.fromNanos()), seconds(stretch.toNanos()));
  }

  /**
   * Returns the finding for the summary; empty if all intervals were valid. It is only a note.
   * Other rules decide whether disturbances affect the numbers of the whole run.
   */
  public Optional<Finding> finding() {
    if (disturbed == 0) {
      return Optional.empty();
    }
    String why =
        codes.entrySet().stream()
            .map(entry -> entry.getKey().text() + " " + entry.getValue())
            .collect(Collectors.joining(", "));
    return Optional.of(
        Findings.finding(
            FindingCode.INTERVALS_DISTURBED,
            Severity.INFO,
            "%,d of %,d intervals %s, the longest period from %s to %s (%s).",
            disturbed,
            intervals,
            described(),
            seconds(longest.fromNanos()),
            seconds(longest.toNanos()),
            why));
  }

  private String described() {
    String are = disturbed == 1 ? "is " : "are ";
    if (invalid == 0) {
      return are + Validity.SUSPECT.text();
    }
    return invalid == disturbed
        ? are + Validity.INVALID.text()
        : String.format(Locale.ROOT, "%snot valid, %,d of them invalid", are, invalid);
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
  }
}
