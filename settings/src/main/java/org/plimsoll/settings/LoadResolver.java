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
import org.plimsoll.settings.text.ArrivalText;
import org.plimsoll.settings.text.PerOperation;
import org.plimsoll.settings.text.RateText;
import org.plimsoll.settings.text.Refusal;

/** Resolves mix, rate and workers to lanes and a model. */
final class LoadResolver {
  private static final int DEFAULT_WORKERS = 16;
  private static final String ALL = "all";

  // An alias of update.
  private static final String WRITE = "write";
  private static final Set<String> GENERIC =
      Set.of("read", "insert", "update", "delete", "scan", "bulk-read", "bulk-write");

  private final GivenValues settings;
  private final Map<String, OperationType> operations = new TreeMap<>();
  private final Map<String, Weight> transactions;
  private final int memoryBoundInFlight;
  private final Plugins plugins;

  LoadResolver(
      GivenValues settings,
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
            Objects.requireNonNullElse(settings.find(WorkloadSettings.TRANSACTION), Map.of()));
    transactions.forEach((name, weight) -> this.operations.put(name, weight.type()));
  }

  Parameters resolve(WorkloadSpec workload) {
    ArrivalSpec arrivals =
        ArrivalText.loaded(settings.get(LoadSettings.ARRIVALS), plugins, settings.text("arrivals"));
    PerOperation<RateSpec> rate = rate(arrivals);
    PerOperation<Integer> workers = settings.find(LoadSettings.WORKERS);
    Model model = model(rate, workers);
    if (rate == null) {
      LoadSettings.OPEN_ONLY.forEach(this::requireLeftOut);
    }
    List<Lane> lanes =
        workload.keys().distribution() instanceof KeyDistributionSpec.Requests requests
            ? List.of(requestLane(requests, lanes(rate, workers, workload)))
            : lanes(rate, workers, workload);
    requireArrivals(lanes, model);
    requireEqualBulks(lanes, workload);
    Distribution thinking = settings.get(LoadSettings.THINK_TIME);
    if (model != Model.CLOSED && !thinking.equals(Parameters.NO_THINKING)) {
      throw settings.refused(LoadSettings.THINK_TIME, "must be given in a closed load only");
    }
    long timeoutNanos = settings.get(LoadSettings.TIMEOUT).toNanos();
    return new Parameters(
        model,
        lanes,
        arrivals,
        timeoutNanos,
        new Parameters.Bound(
            maxInFlight(lanes, timeoutNanos),
            settings.get(LoadSettings.WHEN_FULL),
            settings.count(LoadSettings.MAX_BACKLOG)),
        workload,
        thinking);
  }

  /** Creates one lane for all requests, because their order matters. */
  private Lane requestLane(KeyDistributionSpec.Requests requests, List<Lane> lanes) {
    Lane all = lanes.getFirst();
    if (!all.name().equals(ALL)) {
      Setting<?> by = settings.has(LoadSettings.RATE) ? LoadSettings.RATE : LoadSettings.WORKERS;
      throw settings.refused(by, "must be one value for all requests");
    }
    List<Weight> mix = new RequestResolver(operations).mix(requests);
    return new Lane(ALL, mix, all.rate(), all.workers());
  }

  /** Returns the given rate, or the rate of a trace. */
  private @Nullable PerOperation<RateSpec> rate(ArrivalSpec arrivals) {
    PerOperation<RateSpec> given = settings.find(LoadSettings.RATE);
    if (!(arrivals instanceof ArrivalSpec.Trace trace)) {
      return given;
    }
    if (given == null) {
      double perSecond = trace.ratePerSecond();
      if (!(perSecond >= RateText.LEAST_PER_SECOND && perSecond <= RateText.MOST_PER_SECOND)) {
        throw settings.refused(
            LoadSettings.ARRIVALS,
            "must be a trace with 0.000001 to 1g operations per second at its speed");
      }
      return new PerOperation<>(new RateSpec.Constant(perSecond), Map.of());
    }
    if (trace.speed() != 1) {
      throw settings.refused(LoadSettings.RATE, "must be left out when a trace has a speed");
    }
    return given;
  }

  /** Checks that arrivals do not end before a measurement of a given number of operations does. */
  private void requireArrivals(List<Lane> lanes, Model model) {
    boolean ends =
        model != Model.CLOSED
            && lanes.stream().allMatch(lane -> RateShape.of(lane.rate()).endsAtZero());
    if (ends && settings.find(PhaseSettings.OPS) != null) {
      throw settings.refused(LoadSettings.RATE, "must not end at 0 with ops");
    }
  }

  /** Checks that all bulks of a transaction have a fixed size. */
  private void requireEqualBulks(List<Lane> lanes, WorkloadSpec workload) {
    boolean inSteps =
        lanes.stream()
            .flatMap(lane -> lane.mix().stream())
            .flatMap(weight -> weight.steps().stream())
            .anyMatch(step -> step.type().bulk());
    if (inSteps && !(workload.bulkSize() instanceof Distribution.Constant)) {
      throw settings.refused(
          WorkloadSettings.BULK_SIZE, "must be a number with bulks in a transaction");
    }
  }

  private void requireLeftOut(Setting<?> setting) {
    if (settings.isGiven(setting)) {
      throw settings.refused(setting, "must be given with a rate only");
    }
  }

  private Model model(
      @Nullable PerOperation<RateSpec> rate, @Nullable PerOperation<Integer> workers) {
    Model given = settings.find(LoadSettings.MODEL);
    if (rate != null && workers != null && given == null) {
      throw new InvalidSpecException(
          "model: must be given (paced) if both rate and workers are given, was absent with rate '"
              + settings.text("rate")
              + "' and workers '"
              + settings.text("workers")
              + "'");
    }
    Model possible =
        rate != null && workers != null ? Model.PACED : rate != null ? Model.OPEN : Model.CLOSED;
    if (given == Model.PACED && rate != null) {
      return given; // workers have a default value
    }
    if (given != null && given != possible) {
      throw new InvalidSpecException(
          "model: must be "
              + Setting.choiceText(possible)
              + " with "
              + (rate == null ? "no rate" : "a rate")
              + (workers == null ? "" : " and workers")
              + ", was '"
              + Setting.choiceText(given)
              + "'");
    }
    return possible;
  }

  private List<Lane> lanes(
      @Nullable PerOperation<RateSpec> rate,
      @Nullable PerOperation<Integer> workers,
      WorkloadSpec workload) {
    boolean paced = rate != null && (workers != null || settings.isGiven(LoadSettings.MODEL));
    paced = paced && settings.find(LoadSettings.MODEL) == Model.PACED;
    PerOperation<Integer> crew =
        workers == null && (rate == null || paced)
            ? new PerOperation<>(DEFAULT_WORKERS, Map.of())
            : workers;
    boolean rateEach = rate != null && !rate.each().isEmpty();
    boolean crewEach = crew != null && !crew.each().isEmpty();
    if (workload.custom() != null && (rateEach || crewEach)) {
      throw OwnWorkload.oneLane(settings, rateEach ? LoadSettings.RATE : LoadSettings.WORKERS);
    }
    if (!rateEach && !crewEach) {
      RateSpec all = rate == null || rate.all() == null ? RateSpec.NONE : rate.all();
      int everyone = crew == null || crew.all() == null ? 0 : crew.all();
      return List.of(new Lane(ALL, mix(workload), all, everyone));
    }
    Map<String, ?> named = Objects.requireNonNull(rateEach ? rate : crew).each();
    String by = rateEach ? "rate" : "workers";
    if (LoadSides.isNamed(named.keySet(), operations.keySet())) {
      if (rate != null && crew != null) {
        requireSameOperations(rate, crew);
      }
      return LoadSides.lanes(
          by,
          mix(workload),
          rate == null ? Map.of() : rate.each(),
          crew == null ? Map.of() : crew.each());
    }
    if (settings.isGiven(WorkloadSettings.MIX)) {
      throw settings.refused(
          WorkloadSettings.MIX, "must not be given when " + by + " names the operations");
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
      String workers = settings.text(LoadSettings.WORKERS);
      throw Refusal.of(
          "workers",
          "must name the same operations as rate ('" + settings.text(LoadSettings.RATE) + "')",
          workers.isEmpty() ? "16" : workers);
    }
  }

  private List<Weight> mix(WorkloadSpec workload) {
    if (workload.custom() != null) {
      return OwnWorkload.types(settings, workload.custom(), workload.keys().count()).stream()
          .map(type -> new Weight(operation("workload", type.name()), 1))
          .toList();
    }
    Map<String, Double> weights = byCanonicalName("mix", settings.get(WorkloadSettings.MIX));
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
        throw Refusal.of(
            setting, "must contain update once (write is its alias)", settings.text(setting));
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

  /**
   * Returns the end of the message about an unknown operation. An operation that the driver does
   * not support is not a typing error, so no similar name is suggested for it.
   */
  private String suggestion(String name) {
    return GENERIC.contains(name)
        ? NearestName.known(operations.keySet())
        : NearestName.suggestion(name, operations.keySet());
  }

  /**
   * Returns the default limit of operations in flight. By Little's law, it is the highest rate ×
   * timeout. Each worker needs one additional slot.
   */
  private int maxInFlight(List<Lane> lanes, long timeoutNanos) {
    Long given = settings.find(LoadSettings.MAX_IN_FLIGHT);
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
