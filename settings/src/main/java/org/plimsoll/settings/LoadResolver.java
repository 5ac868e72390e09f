package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.arrival.RateShape;
import org.plimsoll.engine.spec.ArrivalSpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Lane;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.Parameters.Weight;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.RateSpec;
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
  private static final Set<String> GENERIC =
      Set.of("read", "insert", "update", "delete", "scan", "bulk-read", "bulk-write");

  private final RunResolver settings;
  private final Map<String, OperationType> operations = new TreeMap<>();
  private final Map<String, Weight> transactions;
  private final int memoryBoundInFlight;
  private final Plugins plugins;

  LoadResolver(
      RunResolver settings,
      Set<OperationType> operations,
      int memoryBoundInFlight,
      Plugins plugins) {
    this.settings = settings;
    this.plugins = plugins;
    this.memoryBoundInFlight = memoryBoundInFlight;
    operations.forEach(type -> this.operations.put(type.name(), type));
    this.transactions =
        TransactionResolver.resolve(
            this.operations,
            Objects.requireNonNullElse(settings.find(RunSettings.TRANSACTION), Map.of()));
    transactions.forEach((name, weight) -> this.operations.put(name, weight.type()));
  }

  Parameters resolve(WorkloadSpec workload) {
    ArrivalSpec arrivals =
        ArrivalText.found(settings.get(RunSettings.ARRIVALS), plugins, settings.text("arrivals"));
    PerOperation<RateSpec> rate = rate(arrivals);
    PerOperation<Integer> workers = settings.find(RunSettings.WORKERS);
    Model model = model(rate, workers);
    if (rate == null) {
      OPEN_ONLY.forEach(setting -> requireOpen(setting.name(), settings.isGiven(setting)));
    }
    List<Lane> lanes =
        workload.keyDistribution() instanceof KeyDistributionSpec.Requests requests
            ? List.of(requestLane(requests, lanes(rate, workers, workload)))
            : lanes(rate, workers, workload);
    requireArrivals(lanes, model);
    Distribution thinking = settings.get(RunSettings.THINK_TIME);
    if (model != Model.CLOSED && !thinking.equals(Parameters.NO_THINKING)) {
      throw new InvalidSpecException(
          "think-time: must be given in a closed load only, was '"
              + settings.text("think-time")
              + "' in a load that is "
              + ChoiceText.of(model));
    }
    long timeoutNanos = settings.get(RunSettings.TIMEOUT).toNanos();
    return new Parameters(
        model,
        lanes,
        arrivals,
        timeoutNanos,
        maxInFlight(lanes, timeoutNanos),
        settings.get(RunSettings.WHEN_FULL),
        settings.count(RunSettings.MAX_BACKLOG),
        workload,
        thinking);
  }

  /** One for all requests, as they follow each other. */
  private Lane requestLane(KeyDistributionSpec.Requests requests, List<Lane> lanes) {
    Lane all = lanes.getFirst();
    if (!all.name().equals(ALL)) {
      String by = settings.find(RunSettings.RATE) != null ? "rate" : "workers";
      throw new InvalidSpecException(
          by + ": must be one for all requests, was '" + settings.text(by) + "'");
    }
    List<Weight> mix = new RequestResolver(operations).mix(requests);
    return new Lane(ALL, mix, all.rate(), all.workers());
  }

  /** The rate that was given, or that of a trace. */
  private @Nullable PerOperation<RateSpec> rate(ArrivalSpec arrivals) {
    PerOperation<RateSpec> given = settings.find(RunSettings.RATE);
    if (!(arrivals instanceof ArrivalSpec.Trace trace)) {
      return given;
    }
    if (given == null) {
      double perSecond = trace.ratePerSecond();
      if (!(perSecond >= RateText.LEAST_PER_SECOND && perSecond <= RateText.MOST_PER_SECOND)) {
        throw new InvalidSpecException(
            "arrivals: must be a trace of 0.000001 to 1g operations per second at its speed, was '"
                + settings.text("arrivals")
                + "'");
      }
      return new PerOperation<>(new RateSpec.Constant(perSecond), Map.of());
    }
    if (trace.speed() != 1) {
      throw new InvalidSpecException(
          "rate: must be left out when a trace has a speed, was '" + settings.text("rate") + "'");
    }
    return given;
  }

  /** A load that counts operations must not run out of them. */
  private void requireArrivals(List<Lane> lanes, Model model) {
    boolean ends =
        model != Model.CLOSED
            && lanes.stream().allMatch(lane -> RateShape.of(lane.rate()).endsAtZero());
    if (ends && settings.find(RunSettings.OPS) != null) {
      throw new InvalidSpecException(
          "rate: must not end at 0 when ops are counted, was '" + settings.text("rate") + "'");
    }
  }

  private void requireOpen(String name, boolean given) {
    if (given) {
      throw new InvalidSpecException(
          name + ": must be given with a rate only, was '" + settings.text(name) + "' without one");
    }
  }

  private Model model(
      @Nullable PerOperation<RateSpec> rate, @Nullable PerOperation<Integer> workers) {
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

  private List<Lane> lanes(
      @Nullable PerOperation<RateSpec> rate,
      @Nullable PerOperation<Integer> workers,
      WorkloadSpec workload) {
    boolean paced = rate != null && (workers != null || settings.isGiven(RunSettings.MODEL));
    paced = paced && settings.find(RunSettings.MODEL) == Model.PACED;
    PerOperation<Integer> crew =
        workers == null && (rate == null || paced)
            ? new PerOperation<>(DEFAULT_WORKERS, Map.of())
            : workers;
    boolean rateEach = rate != null && !rate.each().isEmpty();
    boolean crewEach = crew != null && !crew.each().isEmpty();
    if (workload.custom() != null && (rateEach || crewEach)) {
      throw OwnWorkload.oneLane(settings, rateEach ? "rate" : "workers");
    }
    if (!rateEach && !crewEach) {
      RateSpec all = rate == null || rate.all() == null ? RateSpec.NONE : rate.all();
      int everyone = crew == null || crew.all() == null ? 0 : crew.all();
      return List.of(new Lane(ALL, mix(workload), all, everyone));
    }
    Map<String, ?> named = Objects.requireNonNull(rateEach ? rate : crew).each();
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
    Map<String, RateSpec> rates = rate == null ? Map.of() : byCanonicalName("rate", rate.each());
    Map<String, Integer> crews = crew == null ? Map.of() : byCanonicalName("workers", crew.each());
    List<Lane> lanes = new ArrayList<>();
    for (String name : byCanonicalName(by, named).keySet()) {
      lanes.add(
          new Lane(
              name,
              List.of(weight(by, name, 1)),
              rates.getOrDefault(name, RateSpec.NONE),
              crews.getOrDefault(name, 0)));
    }
    return lanes;
  }

  private void requireSameOperations(PerOperation<RateSpec> rate, PerOperation<Integer> crew) {
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

  private List<Weight> mix(WorkloadSpec workload) {
    if (workload.custom() != null) {
      return OwnWorkload.types(settings, workload.custom(), workload.keys()).stream()
          .map(type -> new Weight(operation("workload", type.name()), 1))
          .toList();
    }
    Map<String, Double> weights = byCanonicalName("mix", settings.get(RunSettings.MIX));
    List<Weight> mix = new ArrayList<>();
    weights.forEach((name, weight) -> {
      Weight part = weight("mix", name, weight);
      if (weight > 0) {
        mix.add(part);
      }
    });
    return mix;
  }

  private <T> Map<String, T> byCanonicalName(String setting, Map<String, T> values) {
    Map<String, T> canonical = new LinkedHashMap<>();
    values.forEach((name, value) -> {
      boolean alias = name.equals(WRITE) && !operations.containsKey(WRITE);
      if (canonical.put(alias ? OperationType.UPDATE.name() : name, value) != null) {
        throw new InvalidSpecException(
            setting
                + ": must give update once (write is its alias), was '"
                + settings.text(setting)
                + "'");
      }
    });
    return canonical;
  }

  private Weight weight(String setting, String name, double weight) {
    OperationType type = operation(setting, name);
    Weight transaction = transactions.get(name);
    return transaction == null
        ? new Weight(type, weight)
        : new Weight(type, weight, transaction.steps());
  }

  private OperationType operation(String setting, String name) {
    OperationType type = operations.get(name);
    if (type == null) {
      throw new InvalidSpecException(
          setting + ": must name operations of the driver, was '" + name + "'" + suggestion(name));
    }
    return type;
  }

  /** Of an operation that only other drivers have, no typing error is to be suspected. */
  private String suggestion(String name) {
    return GENERIC.contains(name)
        ? NearestName.known(operations.keySet())
        : NearestName.suggestion(name, operations.keySet());
  }

  /**
   * By Little's law no more than highest rate × timeout are in flight, as none outlives its
   * deadline; what does all the same must not keep a worker from its next operation.
   */
  private int maxInFlight(List<Lane> lanes, long timeoutNanos) {
    Long given = settings.find(RunSettings.MAX_IN_FLIGHT);
    if (given != null) {
      return Math.toIntExact(given);
    }
    double rate =
        lanes.stream().mapToDouble(lane -> RateShape.of(lane.rate()).peakPerSecond()).sum();
    int workers = lanes.stream().mapToInt(Lane::workers).sum();
    double scheduled = Math.min(Math.ceil(rate * timeoutNanos / 1e9), memoryBoundInFlight);
    return (int) Math.max(1, Math.max(workers, scheduled));
  }
}
