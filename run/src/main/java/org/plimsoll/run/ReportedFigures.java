package org.plimsoll.run;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.result.DriverCounts;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.SeriesFigures;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;

/**
 * Checks that the figures of the objectives are reported. Objectives on unknown counters, timings
 * or series of the driver are rejected before the load. Series of other sources are known only
 * during the run.
 */
final class ReportedFigures {
  private static final String DRIVER = "driver.";
  private static final long LOOK_SECONDS = 5;
  private static final long AGAIN_MILLIS = 200;

  private ReportedFigures() {}

  /**
   * Rejects objectives on counters and timings that the driver does not have.
   *
   * @param meters counters and timings of the driver after its sessions are open
   * @throws InvalidSpecException if a counter or timing is unknown; the message suggests the
   *     nearest name
   */
  static void require(List<SloSpec> objectives, DriverMeters meters) {
    Set<String> counters = meters.counters();
    for (String counter : List.copyOf(counters)) {
      DriverCounts.ratioOf(counter).ifPresent(counters::add);
    }
    Set<String> timings = meters.timings();
    for (SloSpec objective : objectives) {
      String timing = objective.driverTiming();
      String counter = objective.driverCounter();
      if (timing != null && !timings.contains(timing)) {
        throw refused(objective, "timing", timing, timings);
      }
      if (counter != null && !counters.contains(counter)) {
        throw refused(objective, "counter", counter, counters);
      }
    }
  }

  /**
   * Rejects objectives on series that the driver does not report. If the driver reports no series
   * yet, or none within 5 s, the check is left to the end of the run.
   *
   * @param driver name of the driver, with which the names of its series start
   * @param telemetry source of the figures
   */
  static void requireSeries(
      List<SloSpec> objectives, String driver, Callable<Map<String, Double>> telemetry)
      throws InterruptedException {
    List<SloSpec> concerned =
        objectives.stream()
            .filter(each -> each.isOnTelemetry() && each.metric().startsWith(driver + "."))
            .toList();
    if (concerned.isEmpty()) {
      return;
    }
    FutureTask<Set<String>> reading = new FutureTask<>(() -> names(concerned, driver, telemetry));
    Thread.ofPlatform().daemon().name("telemetry-look").start(reading);
    Set<String> known;
    try {
      known = reading.get(LOOK_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return;
    }
    if (known.isEmpty()) {
      return; // some targets report no series before their first operation
    }
    for (SloSpec objective : concerned) {
      if (!isKnown(objective, known)) {
        throw refused(objective, "series", objective.metric(), known);
      }
    }
  }

  /**
   * Reads the names of the series; twice if one is missing, because some metrics need two readings.
   */
  private static Set<String> names(
      List<SloSpec> concerned, String driver, Callable<Map<String, Double>> telemetry)
      throws Exception {
    Set<String> known = new TreeSet<>();
    telemetry.call().keySet().forEach(name -> known.add(driver + "." + name));
    if (!concerned.stream().allMatch(each -> isKnown(each, known))) {
      TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
      telemetry.call().keySet().forEach(name -> known.add(driver + "." + name));
    }
    return known;
  }

  private static boolean isKnown(SloSpec objective, Set<String> known) {
    return known.stream()
        .anyMatch(name ->
            name.equals(objective.metric())
                || SeriesFigures.seriesOf(name).equals(objective.metric())
                || SeriesFigures.plain(name).equals(objective.metric())
                || SeriesFigures.plain(SeriesFigures.seriesOf(name)).equals(objective.metric()));
  }

  private static InvalidSpecException refused(
      SloSpec objective, String what, String name, Collection<String> known) {
    String has =
        known.isEmpty()
            ? "; it has none"
            : NearestName.suggestion(name, known)
                .replace(
                    "did you mean '", "did you mean '" + (what.equals("series") ? "" : DRIVER));
    return new InvalidSpecException(
        "slo: must bound a %s that the driver reports, was '%s'%s"
            .formatted(what, objective.text(), has));
  }

  /** Returns the finding about objectives on series that no source reported. */
  static Optional<Finding> missing(List<SloSpec> objectives, Map<String, SeriesFigures> reported) {
    List<String> names =
        objectives.stream()
            .filter(SloSpec::isOnTelemetry)
            .map(SloSpec::metric)
            .filter(name -> SeriesFigures.bounded(reported, name, true) == null)
            .distinct()
            .toList();
    if (names.isEmpty()) {
      return Optional.empty();
    }
    String nearest =
        names.stream()
            .map(name -> NearestName.nearest(SeriesFigures.seriesOf(name), reported.keySet()))
            .map(near -> near.orElse(null))
            .filter(Objects::nonNull)
            .findFirst()
            .map(near -> " Did you mean '" + near + "'?")
            .orElse("");
    return Optional.of(
        new Finding(
            FindingCode.FIGURE_NOT_REPORTED,
            Severity.INFO,
            "No source reported %s.%s".formatted(String.join(", ", names), nearest)));
  }
}
