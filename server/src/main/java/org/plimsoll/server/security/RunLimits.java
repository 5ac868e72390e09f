package org.plimsoll.server.security;

import java.util.LinkedHashMap;
import java.util.Map;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Lane;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RateSpec;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.LoadSettings;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.TuneSettings;

/**
 * The limits of a run, which apply to every caller. With a rate limit, closed loads are rejected,
 * because their rate depends on the target. A fill then runs at this rate at most.
 *
 * @param perSecond maximum operations per second of all loads together; infinite without a limit
 * @param inFlight maximum operations in flight of all loads together
 * @param workers maximum workers of all loads together
 * @param keys maximum number of keys
 * @param valueBytes maximum bytes of one field
 */
public record RunLimits(double perSecond, long inFlight, long workers, long keys, long valueBytes) {
  /** An instance with the limits of the engine only. */
  public static final RunLimits NONE =
      new RunLimits(
          Double.POSITIVE_INFINITY, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

  private static final String FILL_RATE = "fill-rate";

  /** Returns defaults for settings that a run does not set. */
  RunRequest defaults() {
    Map<String, Given> values = new LinkedHashMap<>();
    if (Double.isFinite(perSecond)) {
      values.put(FILL_RATE, limit(decimal(perSecond)));
    }
    return new RunRequest(null, values, Map.of());
  }

  /**
   * Returns defaults for limits that a search does not set. They are needed because a queue may
   * grow before a trial fails.
   */
  RunRequest searchDefaults(RunRequest search) {
    Map<String, Given> values = new LinkedHashMap<>();
    Given closed = search.values().get(TuneSettings.CLOSED.name());
    if (closed == null || closed.text().equals("false")) {
      if (Double.isFinite(perSecond)) {
        values.put(TuneSettings.MAX_RATE.name(), limit(decimal(perSecond)));
      }
      if (inFlight < Long.MAX_VALUE) {
        values.put(LoadSettings.MAX_IN_FLIGHT.name(), limit(Long.toString(inFlight)));
      }
    } else if (workers < Long.MAX_VALUE) {
      values.put(TuneSettings.MAX_WORKERS.name(), limit(Long.toString(workers)));
    }
    return new RunRequest(null, values, Map.of());
  }

  private static Given limit(String text) {
    return new Given(text, "limit of the server");
  }

  /**
   * Checks that a search is within the limits.
   *
   * @throws InvalidSpecException if the run exceeds a limit
   */
  void check(TuneSpec search) {
    if (search.load().closed()) {
      require("max-workers", (long) search.levels().max(), workers);
    } else {
      requireRate("max-rate", search.levels().max());
      require("max-in-flight", search.load().inFlightMax(), Math.max(inFlight, 1));
    }
  }

  /**
   * Checks that a run is within the limits.
   *
   * @throws InvalidSpecException if the run exceeds a limit
   */
  void check(RunSpec spec) {
    double rate = 0;
    long flying = 0;
    long working = 0;
    long known = spec.fill().keys();
    long bytes = 0;
    for (ScenarioSpec scenario : spec.scenarios()) {
      Parameters its = scenario.parameters();
      if (its.model() == Model.CLOSED && Double.isFinite(perSecond)) {
        throw refused("model", "open or paced, as this server limits rates,", "closed");
      }
      rate += its.lanes().stream().mapToDouble(lane -> peak(lane)).sum();
      working += its.workers();
      flying += its.model() == Model.OPEN ? its.bound().maxInFlight() : its.workers();
      known = Math.max(known, its.workload().keys().count());
      bytes = Math.max(bytes, its.workload().rows().valueBytes().maximum());
    }
    requireRate("rate", rate);
    require("max-in-flight", flying, inFlight);
    require("workers", working, workers);
    require("keys", known, keys);
    require("value-bytes", bytes, valueBytes);
    double fill = spec.fill().ratePerSecond();
    requireRate(FILL_RATE, fill > 0 ? fill : perSecond);
    require("fill-workers", spec.fill().workers(), inFlight);
  }

  private static double peak(Lane lane) {
    return peak(lane.rate());
  }

  /** Returns the highest rate of a rate spec over time. */
  static double peak(RateSpec rate) {
    return switch (rate) {
      case RateSpec.Constant(double perSecond) -> perSecond;
      case RateSpec.Ramp ramp -> Math.max(ramp.fromPerSecond(), ramp.toPerSecond());
      case RateSpec.Steps steps -> Math.max(steps.fromPerSecond(), steps.toPerSecond());
      case RateSpec.Sine sine -> sine.meanPerSecond() + sine.amplitudePerSecond();
      case RateSpec.Daily daily -> daily.mostPerSecond();
      case RateSpec.Spike spike -> Math.max(spike.basePerSecond(), spike.peakPerSecond());
      case RateSpec.Curve curve ->
          curve.points().stream().mapToDouble(RateSpec.Point::perSecond).max().orElse(0);
      case RateSpec.Scaled(RateSpec whole, double factor) -> peak(whole) * factor;
    };
  }

  private void requireRate(String name, double value) {
    if (value > perSecond * (1 + 1e-9)) {
      throw refused(name, "at most " + decimal(perSecond) + " on this server", decimal(value));
    }
  }

  private static void require(String name, long value, long most) {
    if (value > most) {
      throw refused(name, "at most " + most + " on this server", Long.toString(value));
    }
  }

  private static String decimal(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }

  private static InvalidSpecException refused(String name, String allowed, String was) {
    return new InvalidSpecException(name + ": must be " + allowed + ", was '" + was + "'");
  }
}
