package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.text.CallText;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Parameters;

/**
 * Transactions as people write them: a name, and the operations that it is made of, as in {@code
 * checkout=read,read,update(same)}. Several stand one after the other, with commas between them.
 */
public final class TransactionText {
  static final String ALLOWED =
      "names with 1 to 16 operations each, such as checkout=read,read,update(same)";

  private static final String NAME = "[a-z][a-z0-9]*(-[a-z0-9]+)*";
  private static final int LONGEST_NAME = 40;

  /**
   * A step by the name of its operation.
   *
   * @param sameKey whether it has the key of the step before it
   */
  public record StepText(String operation, boolean sameKey) {}

  private TransactionText() {}

  /** Reads the steps of each transaction by its name. */
  static Map<String, List<StepText>> parse(String text) {
    Map<String, List<StepText>> all = new LinkedHashMap<>();
    List<StepText> steps = new ArrayList<>();
    String name = "";
    for (String part : CallText.split(text, ',')) {
      int equals = part.indexOf('=');
      if (equals < 0 && name.isEmpty()) {
        throw new InvalidSpecException("must be " + ALLOWED);
      }
      if (equals >= 0) {
        name = checkedName(part.substring(0, equals).strip());
        steps = new ArrayList<>();
        if (all.put(name, steps) != null) {
          throw new InvalidSpecException("must give '" + name + "' once");
        }
      }
      steps.add(step(name, part.substring(equals + 1), steps.isEmpty()));
      if (steps.size() > Parameters.MOST_STEPS) {
        throw new InvalidSpecException(
            "must have at most " + Parameters.MOST_STEPS + " steps each, and '" + name + "' more");
      }
    }
    return all;
  }

  private static String checkedName(String name) {
    if (!name.matches(NAME) || name.length() > LONGEST_NAME) {
      throw new InvalidSpecException(
          "must have names of 1 to 40 lower-case letters, digits and hyphens that begin with a"
              + " letter, such as checkout");
    }
    return name;
  }

  private static StepText step(String name, String text, boolean isFirst) {
    CallText call = CallText.parse(text);
    if (call.name().isEmpty()) {
      throw new InvalidSpecException(
          "must say an operation for each step, and '" + name + "' has an empty one");
    }
    boolean sameKey = call.arguments().equals(List.of("same"));
    if (!sameKey && !call.arguments().isEmpty()) {
      throw new InvalidSpecException(
          "must have steps such as update, or update(same) on the key of the step before it");
    }
    if (sameKey && isFirst) {
      throw new InvalidSpecException(
          "must begin with a step that has a key of its own, and '" + name + "' does not");
    }
    return new StepText(call.name(), sameKey);
  }
}
