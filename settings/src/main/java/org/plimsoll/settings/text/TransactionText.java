package org.plimsoll.settings.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Parameters;

/**
 * Parses transactions. A transaction has a name and consists of operations, as in {@code
 * checkout=read,read,update(same)}. Several transactions are separated by commas.
 *
 * <p>The steps are operations of the driver, so {@link Forms} cannot list them.
 */
public final class TransactionText {
  /** The allowed values, as a phrase after "must be". */
  public static final String ALLOWED =
      "names with 1 to 16 operations each, such as checkout=read,read,update(same)";

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final int LONGEST_NAME = 40;
  private static final List<String> SAME = List.of("same");

  private final String text;

  /**
   * A step of a transaction, with the name of its operation.
   *
   * @param sameKey whether the step has the key of the previous step
   */
  public record StepText(String operation, boolean sameKey) {}

  private TransactionText(String text) {
    this.text = text;
  }

  /** Parses the steps of each transaction, by the name of the transaction. */
  public static Map<String, List<StepText>> parse(String text) {
    return new TransactionText(text).all();
  }

  private Map<String, List<StepText>> all() {
    Map<String, List<StepText>> all = new LinkedHashMap<>();
    List<StepText> steps = new ArrayList<>();
    String name = "";
    for (String part : Call.split(text, ',')) {
      int equals = part.indexOf('=');
      if (equals < 0 && name.isEmpty()) {
        throw refused("must be " + ALLOWED);
      }
      if (equals >= 0) {
        name = checkedName(part.substring(0, equals).strip());
        steps = new ArrayList<>();
        if (all.put(name, steps) != null) {
          throw refused("must contain '" + name + "' once");
        }
      }
      steps.add(step(name, part.substring(equals + 1), steps.isEmpty()));
      if (steps.size() > Parameters.MOST_STEPS) {
        throw refused("must have at most " + Parameters.MOST_STEPS + " steps in '" + name + "'");
      }
    }
    return all;
  }

  private String checkedName(String name) {
    if (name.length() > LONGEST_NAME || !NAME.matcher(name).matches()) {
      throw refused(
          "must have names of 1 to 40 lower-case letters, digits and hyphens that start with a"
              + " letter, such as checkout");
    }
    return name;
  }

  private StepText step(String name, String step, boolean isFirst) {
    Call call = Call.parse(step);
    if (call.name().isEmpty()) {
      throw refused("must have an operation in each step of '" + name + "'");
    }
    boolean sameKey = call.arguments().equals(SAME);
    if (!sameKey && !call.arguments().isEmpty()) {
      throw refused("must have steps such as update, or update(same) for the previous step's key");
    }
    if (sameKey && isFirst) {
      throw refused("must not have (same) in the first step of '" + name + "'");
    }
    return new StepText(call.name(), sameKey);
  }

  private InvalidSpecException refused(String must) {
    return Refusal.of("transaction", must, text);
  }
}
