package org.plimsoll.engine.parameter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Lane;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.Parameters.Weight;
import org.plimsoll.engine.spec.WorkloadSpec;

/** Makes lanes and a model of mix, rate and workers. */
final class LoadResolver {
  private static final int DEFAULT_WORKERS = 16;
  private static final String ALL = "all";

  /** What has a meaning for a load with a rate alone. */
  static final List<Setting<?>> OPEN_ONLY =
      List.of(
          RunSettings.MAX_IN_FLIGHT,
          RunSettings.WHEN_FULL,
          RunSettings.MAX_BACKLOG,
          RunSettings.ARRIVALS);

  // Short for update, as people say it.
  private static final String WRITE = "write";

  private final RunResolver settings;
  private final Map<String, OperationType> operations = new TreeMap<>();
  private final int memoryBoundInFlight;

  LoadResolver(RunResolver settings, Set<OperationType> operations, int memoryBoundInFlight) {
    this.settings = settings;
    this.memoryBoundInFlight = memoryBoundInFlight;
    operations.forEach(type -> this.operations.put(type.name(), type));
  }

  Parameters resolve(WorkloadSpec workload) {
    PerOperation rate = settings.find(RunSettings.RATE);
    PerOperation workers = settings.find(RunSettings.WORKERS);
    Model model = model(rate, workers);
    if (rate == null) {
      OPEN_ONLY.forEach(setting -> requireOpen(setting.name(), settings.isGiven(setting)));
    }
    List<Lane> lanes = lanes(rate, workers);
    long timeoutNanos = settings.get(RunSettings.TIMEOUT).toNanos();
    return new Parameters(
        model,
        lanes,
        settings.get(RunSettings.ARRIVALS),
        timeoutNanos,
        maxInFlight(lanes, timeoutNanos),
        settings.get(RunSettings.WHEN_FULL),
        settings.count(RunSettings.MAX_BACKLOG),
        workload);
  }

  private void requireOpen(String name, boolean given) {
    if (given) {
      throw new InvalidSpecException(
          name + ": must be given with a rate only, was '" + settings.text(name) + "' without one");
    }
  }

  private Model model(@Nullable PerOperation rate, @Nullable PerOperation workers) {
    Model said = settings.find(RunSettings.MODEL);
    if (rate != null && workers != null && said == null) {
      throw new InvalidSpecException(
          "model: must be said (paced) when both rate and workers are given, was absent with rate '"
              + settings.text("rate")
              + "' and workers '"
              + settings.text("workers")
              + "'");
    }
    Model possible =
        rate != null && workers != null ? Model.PACED : rate != null ? Model.OPEN : Model.CLOSED;
    if (said == Model.PACED && rate != null) {
      return said; // workers have a default
    }
    if (said != null && said != possible) {
      throw new InvalidSpecException(
          "model: must be "
              + ChoiceText.of(possible)
              + " with "
              + (rate == null ? "no rate" : "a rate")
              + (workers == null ? "" : " and workers")
              + ", was '"
              + ChoiceText.of(said)
              + "'");
    }
    return possible;
  }

  private List<Lane> lanes(@Nullable PerOperation rate, @Nullable PerOperation workers) {
    boolean paced = rate != null && (workers != null || settings.isGiven(RunSettings.MODEL));
    paced = paced && settings.find(RunSettings.MODEL) == Model.PACED;
    PerOperation crew =
        workers == null && (rate == null || paced)
            ? new PerOperation(DEFAULT_WORKERS, Map.of())
            : workers;
    boolean rateEach = rate != null && !rate.each().isEmpty();
    boolean crewEach = crew != null && !crew.each().isEmpty();
    if (!rateEach && !crewEach) {
      double perSecond = rate == null ? 0 : rate.all();
      return List.of(new Lane(ALL, mix(), perSecond, crew == null ? 0 : (int) crew.all()));
    }
    Map<String, Double> named = Objects.requireNonNull(rateEach ? rate : crew).each();
    String by = rateEach ? "rate" : "workers";
    if (settings.isGiven(RunSettings.MIX)) {
      throw new InvalidSpecException(
          "mix: must not be given when "
              + by
              + " names operations, which then are the mix, was '"
              + settings.text("mix")
              + "'");
    }
    if (rate != null && crew != null) {
      requireSameOperations(rate, crew);
    }
    Map<String, Double> rates = rate == null ? Map.of() : byCanonicalName("rate", rate.each());
    Map<String, Double> crews = crew == null ? Map.of() : byCanonicalName("workers", crew.each());
    List<Lane> lanes = new ArrayList<>();
    for (String name : byCanonicalName(by, named).keySet()) {
      lanes.add(
          new Lane(
              name,
              List.of(new Weight(operation(by, name), 1)),
              rates.getOrDefault(name, 0.0),
              crews.getOrDefault(name, 0.0).intValue()));
    }
    return lanes;
  }

  private void requireSameOperations(PerOperation rate, PerOperation crew) {
    if (!byCanonicalName("rate", rate.each())
        .keySet()
        .equals(byCanonicalName("workers", crew.each()).keySet())) {
      throw new InvalidSpecException(
          "workers: must name the same operations as rate ('"
              + settings.text("rate")
              + "'), was '"
              + (settings.text("workers").isEmpty() ? "16" : settings.text("workers"))
              + "'");
    }
  }

  private List<Weight> mix() {
    Map<String, Double> weights = byCanonicalName("mix", settings.get(RunSettings.MIX));
    List<Weight> mix = new ArrayList<>();
    weights.forEach((name, weight) -> {
      OperationType type = operation("mix", name);
      if (weight > 0) {
        mix.add(new Weight(type, weight));
      }
    });
    return mix;
  }

  private Map<String, Double> byCanonicalName(String setting, Map<String, Double> numbers) {
    Map<String, Double> canonical = new LinkedHashMap<>();
    numbers.forEach((name, number) -> {
      boolean alias = name.equals(WRITE) && !operations.containsKey(WRITE);
      if (canonical.put(alias ? OperationType.UPDATE.name() : name, number) != null) {
        throw new InvalidSpecException(
            setting
                + ": must give update once (write is its alias), was '"
                + settings.text(setting)
                + "'");
      }
    });
    return canonical;
  }

  private OperationType operation(String setting, String name) {
    OperationType type = operations.get(name);
    if (type == null) {
      throw new InvalidSpecException(
          setting
              + ": must name operations of the driver, was '"
              + name
              + "'"
              + NearestName.suggestion(name, operations.keySet()));
    }
    return type;
  }

  /**
   * By Little's law no more than rate × timeout are in flight, as none outlives its deadline; what
   * does all the same must not keep a worker from its next operation.
   */
  private int maxInFlight(List<Lane> lanes, long timeoutNanos) {
    Long given = settings.find(RunSettings.MAX_IN_FLIGHT);
    if (given != null) {
      return Math.toIntExact(given);
    }
    double rate = lanes.stream().mapToDouble(Lane::ratePerSecond).sum();
    int workers = lanes.stream().mapToInt(Lane::workers).sum();
    double scheduled = Math.min(Math.ceil(rate * timeoutNanos / 1e9), memoryBoundInFlight);
    return (int) Math.max(1, Math.max(workers, scheduled));
  }
}
