package org.plimsoll.server.run;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.fleet.generator.FleetRuns;
import org.plimsoll.fleet.generator.Submission;
import org.plimsoll.report.folder.Labels;
import org.plimsoll.run.RunControl;
import org.plimsoll.run.RunOrigin;
import org.plimsoll.settings.FleetSettings;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.LiveParameters;
import org.plimsoll.settings.PhaseSettings;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.TuneSettings;

/** Starts a run, or a search, on all nodes of this node's fleet. */
final class FleetStart {
  private static final Duration TRIAL_MIN = Duration.ofSeconds(1);
  private static final int WINDOWS_MAX = 1_000;

  private final FleetRuns fleet;
  private final String generator;
  private final Function<String, Optional<LiveRun>> finds;

  /**
   * @param generator name of this node's generator
   * @param finds returns a run of this node by its id
   */
  FleetStart(FleetRuns fleet, String generator, Function<String, Optional<LiveRun>> finds) {
    this.fleet = fleet;
    this.generator = generator;
    this.finds = finds;
  }

  /**
   * Submits a run, and waits until it has started on this node.
   *
   * @param alone the run, prepared for this node alone and within its limits; this method closes it
   * @throws InvalidSpecException if the request is invalid, or this node cannot start the run
   * @throws org.plimsoll.fleet.FleetUnavailableException if the fleet does not answer
   */
  LiveRun begin(RunControl alone, RunRequest request, Labels labels) {
    alone.close(); // it has read the property sources
    LiveParameters parameters = alone.parameters();
    RunSpec spec = parameters.resolved().spec();
    requirePossible(spec, request);
    long seed = spec.identity().seed();
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    String id = RunOrigin.id(seed, System.nanoTime(), now);
    fleet.submit(
        new Submission(
            id,
            now.toString(),
            request.overriddenBy(RunRequest.of(null, Map.of("seed", String.valueOf(seed)))),
            labels.tags(),
            labels.notes(),
            parameters.sourceTexts()),
        FleetSettings.spec(spec.identity().resolved()),
        generator);
    return finds.apply(id).orElseThrow();
  }

  /** Rejects settings that are not supported in a fleet. */
  private static void requirePossible(RunSpec spec, RunRequest request) {
    // A history must contain all operations on a key, but each generator knows only its own.
    if (spec.checks().consistency().history().file() != null) {
      throw refused("history", "must be absent in a fleet");
    }
    if (TuneSettings.isSearch(request)) {
      Duration trial = requirePossibleTrial(spec.identity().resolved());
      String method = String.valueOf(spec.identity().resolved().get(TuneSettings.METHOD.name()));
      if (TuneSettings.METHOD.parse(method) == TuneSpec.Method.TRACK) {
        requireFewWindows(request, trial);
      }
    }
  }

  /**
   * Checks the length of trials. A trial is reported in ten parts, and the parts of all generators
   * must arrive.
   */
  private static Duration requirePossibleTrial(Map<String, Object> resolved) {
    String text = String.valueOf(resolved.get(TuneSettings.TRIAL.name()));
    Duration trial = TuneSettings.TRIAL.parse(text);
    if (trial.compareTo(TRIAL_MIN) < 0) {
      throw refused(
          TuneSettings.TRIAL.name(), "must be at least 1s in a fleet, was '" + text + "'");
    }
    return trial;
  }

  /**
   * Limits the number of windows of a tracker, because each node stores all of them in the journal.
   */
  private static void requireFewWindows(RunRequest request, Duration trial) {
    Given length = request.values().get(PhaseSettings.FOR.name());
    Duration most = trial.multipliedBy(WINDOWS_MAX);
    if (length == null || PhaseSettings.FOR.parse(length.text()).compareTo(most) > 0) {
      throw refused(
          PhaseSettings.FOR.name(),
          "must be at most %,d windows (%,d s) with method 'track' in a fleet, was %s"
              .formatted(
                  WINDOWS_MAX,
                  most.toSeconds(),
                  length == null ? "absent" : "'" + length.text() + "'"));
    }
  }

  private static InvalidSpecException refused(String key, String what) {
    return new InvalidSpecException(key + ": " + what + ". Use a server without --fleet.");
  }
}
