package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plimsoll.api.OperationType;
import org.plimsoll.settings.TransactionText.StepText;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.Parameters.Step;
import org.plimsoll.engine.spec.Parameters.Weight;

/** Makes transactions of the driver's operations. */
final class TransactionResolver {
  /** What results and objectives call something else. */
  private static final Set<String> TAKEN = Set.of("all", "driver", "probe", "staleness", "write");

  private final Map<String, OperationType> operations;
  private final Map<String, List<StepText>> said;

  private TransactionResolver(
      Map<String, OperationType> operations, Map<String, List<StepText>> said) {
    this.operations = operations;
    this.said = said;
  }

  /**
   * Each transaction by its name, of weight 1.
   *
   * @param operations of the driver, and those that the engine composes
   */
  static Map<String, Weight> resolve(
      Map<String, OperationType> operations, Map<String, List<StepText>> said) {
    TransactionResolver resolver = new TransactionResolver(operations, said);
    Map<String, Weight> all = new LinkedHashMap<>();
    said.forEach((name, texts) -> all.put(name, resolver.transaction(name, texts)));
    return all;
  }

  private Weight transaction(String name, List<StepText> texts) {
    if (operations.containsKey(name) || TAKEN.contains(name)) {
      throw new InvalidSpecException(
          "transaction: must have a name that nothing else has, was '" + name + "'");
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
      throw new InvalidSpecException(
          "transaction: must be made of operations of the driver, and '"
              + transaction
              + "' has the transaction '"
              + step
              + "' for a step");
    }
    if (type == null) {
      throw new InvalidSpecException(
          "transaction: must be made of operations of the driver, and '"
              + transaction
              + "' has a step '"
              + step
              + "'"
              + NearestName.suggestion(step, operations.keySet()));
    }
    if (type.equals(OperationType.READ_MODIFY_WRITE)) {
      throw new InvalidSpecException(
          "transaction: must say read,update(same) instead of read-modify-write, and '"
              + transaction
              + "' does not");
    }
    return type;
  }

  private static void requireSameKeys(String name, OperationType before, OperationType type) {
    if (type.equals(OperationType.INSERT)) {
      throw new InvalidSpecException(
          "transaction: must insert a new key, not that of the step before it, and '"
              + name
              + "' has insert(same)");
    }
    if (before.bulk() != type.bulk()) {
      throw new InvalidSpecException(
          "transaction: must have as many keys in "
              + type.name()
              + "(same) as in the step before it, and '"
              + name
              + "' has not");
    }
  }
}
