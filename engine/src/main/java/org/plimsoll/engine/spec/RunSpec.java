package org.plimsoll.engine.spec;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.DiscoverySpec.OfTarget;

/**
 * The complete specification of a run, resolved and validated.
 *
 * @param scenarios the concurrent loads, at least one, followed by the probe if there is one
 * @param before actions before the load, in this order; hooks are called last
 */
public record RunSpec(
    Identity identity,
    TargetSpec target,
    List<ScenarioSpec> scenarios,
    FillSpec fill,
    PhasesSpec phases,
    Checks checks,
    ObservationSpec observation,
    List<ActionSpec> before) {
  public RunSpec {
    scenarios = List.copyOf(scenarios);
    before = List.copyOf(before);
  }

  /**
   * What a run is called, and what reproduces it.
   *
   * @param seed seed of random numbers; the same spec and seed reproduce the same operations
   * @param resolved every value as text by its name, secrets masked, for {@code run.json}
   * @param derived names of settings that were not given and follow from others
   */
  public record Identity(
      String name, long seed, Map<String, Object> resolved, SortedSet<String> derived) {}

  /**
   * What is checked before, during and after the load.
   *
   * @param slos the objectives
   * @param handshake whether one row is written, read and deleted before any load
   */
  public record Checks(List<SloSpec> slos, boolean handshake, ConsistencySpec consistency) {
    public Checks {
      slos = List.copyOf(slos);
    }
  }

  /** This run, judged by {@link SloSpec#ERRORS} too unless one of its objectives is on errors. */
  public RunSpec withObjectiveOnErrors() {
    Checks judged =
        new Checks(SloSpec.withErrors(checks.slos()), checks.handshake(), checks.consistency());
    return new RunSpec(identity, target, scenarios, fill, phases, judged, observation, before);
  }

  /** The parameters of the first load, usually the only one. */
  public Parameters parameters() {
    return scenarios.getFirst().parameters();
  }

  /** The loads that the run measures: all scenarios but the probe. */
  public List<ScenarioSpec> loads() {
    return scenarios.stream().filter(scenario -> !scenario.isProbe()).toList();
  }

  /**
   * The target of a run.
   *
   * @param uri as given, with secrets masked
   * @param scheme URI scheme, which selects the driver
   * @param address the URI without scheme, credentials and query
   * @param settings driver settings by name, as text
   * @param sessions number of sessions; 0 = chosen by the driver and the load
   * @param parts targets of a composed target, by the name of their setting
   * @param discovery finds the hosts of an address that starts with {@code @NAME}; null if the
   *     address has them
   */
  public record TargetSpec(
      String uri,
      String scheme,
      String address,
      Map<String, String> settings,
      int sessions,
      Map<String, TargetSpec> parts,
      @Nullable OfTarget discovery) {
    public TargetSpec {
      settings = Map.copyOf(settings);
      parts = Map.copyOf(parts);
    }

    /** A target whose address has its hosts. */
    public TargetSpec(
        String uri,
        String scheme,
        String address,
        Map<String, String> settings,
        int sessions,
        Map<String, TargetSpec> parts) {
      this(uri, scheme, address, settings, sessions, parts, null);
    }

    /** The same target at hosts that were found, with commas between them. */
    public TargetSpec at(String hosts) {
      String found = address.replaceFirst("^@[^/,:]*", Matcher.quoteReplacement(hosts));
      return new TargetSpec(uri, scheme, found, settings, sessions, parts, null);
    }
  }

  /**
   * The fill: the rows written before the measurement.
   *
   * @param mode what to do with each key
   * @param keys number of keys; 0 = the keys of the workload
   * @param shard this generator's part, 0 ≤ shard &lt; shards
   * @param workers operations in flight
   * @param ratePerSecond maximum rate; 0 = unlimited
   * @param fromKey position within the shard to resume at
   * @param allowsIncomplete whether a measurement follows even if many rows could not be written
   */
  public record FillSpec(
      FillMode mode,
      long keys,
      int shard,
      int shards,
      int workers,
      double ratePerSecond,
      long fromKey,
      boolean allowsIncomplete) {}

  /** The modes of a fill. */
  public enum FillMode {
    /** Fill when the target is embedded or empty. */
    AUTO,
    NONE,
    /** Insert every key. */
    FILL,
    /** Read each key and insert those that are absent. */
    ONLY_MISSING,
    /** Read each key and check its row. */
    VERIFY
  }

  /**
   * Warm-up and measurement phases. Either forever is set, or duration, operations or both: then
   * whichever comes first ends a measurement.
   *
   * @param durationNanos length of the measurement; 0 = not limited by time
   * @param operations number of operations of the measurement; 0 = not limited by number
   * @param iterations number of consecutive measurements
   */
  public record PhasesSpec(
      long warmupNanos, long durationNanos, long operations, boolean forever, int iterations) {
    /** A single measurement. */
    public PhasesSpec(long warmupNanos, long durationNanos, long operations, boolean forever) {
      this(warmupNanos, durationNanos, operations, forever, 1);
    }

    /** Whether the run has a measurement. */
    public boolean measures() {
      return durationNanos > 0 || operations > 0 || forever;
    }
  }
}
