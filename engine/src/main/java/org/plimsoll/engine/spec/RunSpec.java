package org.plimsoll.engine.spec;

import java.util.List;
import java.util.Map;

/**
 * A whole run, resolved and checked.
 *
 * @param scenarios the loads that go on together, at least one, and then the probe if there is one
 * @param seed with the rest of the spec it reproduces the same operations
 * @param resolved every value as text by its name, secrets masked, for {@code run.json}
 */
public record RunSpec(
    String name,
    TargetSpec target,
    List<ScenarioSpec> scenarios,
    FillSpec fill,
    PhasesSpec phases,
    List<SloSpec> slos,
    long seed,
    boolean handshake,
    ConsistencySpec consistency,
    ObservationSpec observation,
    Map<String, Object> resolved) {
  public RunSpec {
    scenarios = List.copyOf(scenarios);
    slos = List.copyOf(slos);
  }

  /** The parameters of the first load, which mostly is the only one. */
  public Parameters parameters() {
    return scenarios.getFirst().parameters();
  }

  /** The loads that the run measures: all scenarios but the probe. */
  public List<ScenarioSpec> loads() {
    return scenarios.stream().filter(scenario -> !scenario.isProbe()).toList();
  }

  /**
   * The target.
   *
   * @param uri as given, with secrets masked
   * @param scheme names the driver
   * @param address the URI without scheme, credentials and query
   * @param settings driver settings by name, as text
   * @param sessions handles that take operations; 0 = as many as the driver and the load want
   * @param parts of a composed target, by the name of the setting
   */
  public record TargetSpec(
      String uri,
      String scheme,
      String address,
      Map<String, String> settings,
      int sessions,
      Map<String, TargetSpec> parts) {
    public TargetSpec {
      settings = Map.copyOf(settings);
      parts = Map.copyOf(parts);
    }
  }

  /**
   * What is loaded before the measurement.
   *
   * @param mode what to do with each key
   * @param keys number of keys; 0 = those of the workload
   * @param shard this generator's part, 0 ≤ shard &lt; shards
   * @param workers operations in flight
   * @param ratePerSecond limit, 0 = none
   * @param fromKey position to resume at, within the shard
   */
  public record FillSpec(
      FillMode mode,
      long keys,
      int shard,
      int shards,
      int workers,
      double ratePerSecond,
      long fromKey) {}

  /** What a fill does with each key. */
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
   * Warm-up and measurement; exactly one of duration, operations and forever holds.
   *
   * @param durationNanos length of the measure phase, 0 when it is not bounded by time
   * @param operations operations of the measure phase, 0 when it is not bounded by number
   * @param iterations how many measure phases there are, one after the other
   */
  public record PhasesSpec(
      long warmupNanos, long durationNanos, long operations, boolean forever, int iterations) {
    /** One measure phase. */
    public PhasesSpec(long warmupNanos, long durationNanos, long operations, boolean forever) {
      this(warmupNanos, durationNanos, operations, forever, 1);
    }

    /** Whether there is anything to measure. */
    public boolean measures() {
      return durationNanos > 0 || operations > 0 || forever;
    }
  }
}
