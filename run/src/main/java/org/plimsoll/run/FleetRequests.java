package org.plimsoll.run;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Trial;
import org.plimsoll.engine.spec.Scope;

/**
 * The requests of a run to its fleet, for all generators or for a scope. A scope is {@value
 * #FLEET}, or a level and its value, such as {@code rack=a}. Methods throw an {@link
 * org.plimsoll.engine.spec.InvalidSpecException} if no generator of the run belongs to the scope,
 * or if the fleet refuses the request.
 */
public interface FleetRequests {
  /** The scope of all generators. */
  String FLEET = "fleet";

  /**
   * Prefix of the paths of the switches of reads and writes. Their values are {@code on} and {@code
   * off}.
   */
  String SIDE = "side/";

  /** Path of the step of a search. Its value is a {@link StepOrder}. */
  String STEP = "search/step";

  /**
   * Changes parameters, and waits until a majority of generators has stored the change.
   *
   * @param texts values by path; null removes the value of the scope
   */
  void change(Map<String, @Nullable String> texts, String who, String scope);

  /**
   * Replaces all values of a property source on all generators. Waits until a majority has stored
   * the changes.
   */
  void changeSource(String source, Map<String, String> texts);

  /**
   * Returns the values that were set for exactly this scope by path, including its {@linkplain
   * #SIDE switches}.
   */
  Map<String, String> liveTexts(String scope);

  /**
   * Returns the changed parameters of each generator as they would be after a change, those of the
   * whole fleet first.
   */
  List<Map<String, String>> outcomes(Map<String, @Nullable String> texts, String scope);

  /**
   * Whether this generator executes the steps on behalf of all generators, because it has the
   * lowest number.
   */
  boolean isFirst();

  /** Returns the numbers of the present generators. */
  Set<Integer> generators();

  /** Orders the start or the end of a step on all generators, without waiting. */
  void order(StepOrder order);

  /** Reports an ended trial to all generators, without waiting. */
  void tried(Trial trial);

  /** Ends a search on all generators, without waiting. */
  void end();

  /** Returns the values that were set, by scope. */
  RunScopes view();

  /**
   * Moves the run to a set of nodes, and waits until a majority has stored the change.
   *
   * @param nodes the nodes, including those that join later; empty for all
   */
  void place(List<Scope> nodes, String who);

  /**
   * Starts a fill during the load, or ends a fill, and waits until a majority has stored the
   * request.
   */
  void switchFill(boolean isOn, String who, String scope);

  /**
   * Reports that a fill during the load has ended on this generator without being stopped.
   *
   * @param firstNumber number of its first fill
   */
  void filledDuringLoad(int firstNumber);
}
