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
 * @param before actions before the load, in this order; hooks are performed after the fill
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
   * The name of a run, and the facts that make it reproducible.
   *
   * @param seed seed of random numbers; the same spec and seed reproduce the same operations
   * @param resolved every value as text by its name, secrets masked, for {@code run.json}
   * @param derived names of settings that were not set and are derived from others
   */
  public record Identity(
      String name, long seed, Map<String, Object> resolved, SortedSet<String> derived) {}

  /**
   * The checks before, during and after the load.
   *
   * @param slos the objectives
   * @param handshake whether one row is written, read and deleted before any load
   */
  public record Checks(List<SloSpec> slos, boolean handshake, ConsistencySpec consistency) {
    public Checks {
      slos = List.copyOf(slos);
    }
  }

  /**
   * Returns this run with {@link SloSpec#ERRORS} as a further objective, unless one of its
   * objectives is on errors.
   */
  public RunSpec withObjectiveOnErrors() {
    Checks judged =
        new Checks(SloSpec.withErrors(checks.slos()), checks.handshake(), checks.consistency());
    return new RunSpec(identity, target, scenarios, fill, phases, judged, observation, before);
  }

  /** Returns the parameters of the first load, usually the only one. */
  public Parameters parameters() {
    return scenarios.getFirst().parameters();
  }

  /** Returns the loads that the run measures: all scenarios except the probe. */
  public List<ScenarioSpec> loads() {
    return scenarios.stream().filter(scenario -> !scenario.isProbe()).toList();
  }

  /**
   * The target of a run.
   *
   * @param uri URI as given by the user, with secrets masked
   * @param scheme URI scheme, which selects the driver
   * @param address the URI without scheme, credentials and query
   * @param settings driver settings by name, as text
   * @param sessions number of sessions; 0 = chosen by the driver and the load
   * @param parts targets of a composed target, by the name of their setting
   * @param discovery discovery of the hosts, for an address that starts with {@code @NAME}; null if
   *     the address contains its hosts
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

    /** Creates a target whose address contains its hosts. */
    public TargetSpec(
        String uri,
        String scheme,
        String address,
        Map<String, String> settings,
        int sessions,
        Map<String, TargetSpec> parts) {
      this(uri, scheme, address, settings, sessions, parts, null);
    }

    /** Returns the same target at hosts that were found, separated by commas. */
    public TargetSpec at(String hosts) {
      String found = address.replaceFirst("^@[^/,:]*", Matcher.quoteReplacement(hosts));
      return new TargetSpec(uri, scheme, found, settings, sessions, parts, null);
    }
  }

  /**
   * The fill: the rows written before the measurement.
   *
   * @param mode treatment of each key
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
   * Warm-up and measurement phases. Either {@code forever} is set, or a duration, a number of
   * operations, or both; the first limit that is reached ends a measurement.
   *
   * @param durationNanos length of the measurement; 0 = not limited by time
   * @param operations number of operations of the measurement; 0 = not limited by number
   * @param iterations number of consecutive measurements
   */
  public record PhasesSpec(
      long warmupNanos, long durationNanos, long operations, boolean forever, int iterations) {
    /** Creates phases with a single measurement. */
    public PhasesSpec(long warmupNanos, long durationNanos, long operations, boolean forever) {
      this(warmupNanos, durationNanos, operations, forever, 1);
    }

    /** Whether the run has a measurement. */
    public boolean measures() {
      return durationNanos > 0 || operations > 0 || forever;
    }
  }
}
