package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Parameters.Step;
import org.plimsoll.engine.spec.Parameters.Weight;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.settings.text.Refusal;
import org.plimsoll.settings.text.TransactionText.StepText;

/** Resolves transactions, which consist of operations of the driver. */
final class TransactionResolver {
  /** Reserved names. They have another meaning in results and objectives. */
  private static final Set<String> TAKEN = Set.of("all", "driver", "probe", "staleness", "write");

  private final Map<String, OperationType> operations;
  private final Map<String, List<StepText>> said;

  private TransactionResolver(
      Map<String, OperationType> operations, Map<String, List<StepText>> said) {
    this.operations = operations;
    this.said = said;
  }

  /**
   * Returns each transaction with weight 1, by its name.
   *
   * @param operations the operations of the driver, and the operations that the engine composes
   */
  static Map<String, Weight> resolve(
      Map<String, OperationType> operations, Map<String, List<StepText>> said) {
    TransactionResolver resolver = new TransactionResolver(operations, said);
    Map<String, Weight> all = new LinkedHashMap<>();
    said.forEach((name, texts) -> all.put(name, resolver.transaction(name, texts)));
    return all;
  }

  /**
   * Refuses a transaction that no load uses, or that has the same name as a scenario.
   *
   * @param own the values of each scenario
   */
  static void requireUsed(
      GivenValues values, Collection<Map<String, Given>> own, List<ScenarioSpec> scenarios) {
    Set<String> unused = new LinkedHashSet<>();
    Stream.concat(Stream.of(values.byName()), own.stream())
        .map(all -> all.get(WorkloadSettings.TRANSACTION.name()))
        .filter(Objects::nonNull)
        .forEach(given -> unused.addAll(WorkloadSettings.TRANSACTION.parse(given.text()).keySet()));
    for (ScenarioSpec scenario : scenarios) {
      if (scenario.isNamed() && unused.contains(scenario.name())) {
        throw refused("must have a name that no operation or scenario has", scenario.name());
      }
      scenario.parameters().lanes().stream()
          .flatMap(lane -> lane.mix().stream())
          .forEach(weight -> unused.remove(weight.type().name()));
    }
    if (!unused.isEmpty()) {
      throw refused("must be in the mix, the rate or the workers", unused.iterator().next());
    }
  }

  private static InvalidSpecException refused(String must, String was) {
    return Refusal.of(WorkloadSettings.TRANSACTION.name(), must, was);
  }

  private Weight transaction(String name, List<StepText> texts) {
    if (operations.containsKey(name) || TAKEN.contains(name)) {
      throw refused("must have a name that no operation or scenario has", name);
    }
    List<Step> steps = new ArrayList<>();
    for (StepText text : texts) {
      OperationType type = operation(name, text.operation());
      if (text.sameKey()) {
        requireSameKeys(name, steps.getLast().type(), type);
      }
      steps.add(new Step(type, text.sameKey()));
    }
    boolean writes =
        steps.stream().anyMatch(step -> step.type().side() == OperationType.Side.WRITES);
    boolean rows = steps.stream().anyMatch(step -> step.type().row());
    OperationType.Side side = writes ? OperationType.Side.WRITES : OperationType.Side.READS;
    return new Weight(new OperationType(name, side, rows, false), 1, steps);
  }

  private OperationType operation(String transaction, String step) {
    boolean alias = step.equals("write") && !operations.containsKey(step);
    OperationType type = operations.get(alias ? OperationType.UPDATE.name() : step);
    if (said.containsKey(step)) {
      throw refused(
          "must consist of operations of the driver, and not contain another transaction",
          transaction + "=…" + step);
    }
    if (type == null) {
      throw Refusal.ofName(
          WorkloadSettings.TRANSACTION.name(),
          "must consist of operations of the driver",
          transaction + "=…" + step,
          step,
          operations.keySet());
    }
    if (type.equals(OperationType.READ_MODIFY_WRITE)) {
      throw refused(
          "must contain read,update(same) instead of read-modify-write", transaction + "=…" + step);
    }
    return type;
  }

  private static void requireSameKeys(String name, OperationType before, OperationType type) {
    if (type.insert()) {
      throw refused("must insert a new key, not the key of another step", name + "=…insert(same)");
    }
    if (before.bulk() != type.bulk()) {
      throw refused(
          "must have as many keys in each step with (same) as in the previous step",
          name + "=…" + before.name() + "," + type.name() + "(same)");
    }
  }
}
