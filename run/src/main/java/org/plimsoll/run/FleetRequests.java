package org.plimsoll.run;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Trial;
import org.plimsoll.engine.spec.Scope;

/**
 * What is asked of the fleet that directs a run, at all of its generators or at those of a scope. A
 * scope is {@value #FLEET}, or a level and its value such as {@code rack=a}. Methods throw an
 * {@link org.plimsoll.engine.spec.InvalidSpecException} for a scope to which no generator of the
 * run belongs, and when the fleet refuses.
 */
public interface FleetRequests {
  /** The scope of all generators. */
  String FLEET = "fleet";

  /** Start of the paths of sides of the load, whose texts are on and off. */
  String SIDE = "side/";

  /** Path of the step of a search, whose text is a {@link StepOrder}. */
  String STEP = "search/step";

  /**
   * Changes parameters, and waits until most of all generators know it.
   *
   * @param texts by path; null removes what was set for the scope
   */
  void change(Map<String, @Nullable String> texts, String who, String scope);

  /**
   * Replaces all values of a property source at all generators, and waits until most of them know
   * it.
   */
  void changeSource(String source, Map<String, String> texts);

  /** What was set for a scope alone, by path, with its {@linkplain #SIDE sides}. */
  Map<String, String> liveTexts(String scope);

  /**
   * The texts of parameters that each generator would have after a change, without those that it
   * was started with: those of the whole fleet first.
   */
  List<Map<String, String>> outcomes(Map<String, @Nullable String> texts, String scope);

  /** Whether this generator does what one does for all: it is the first one that takes part. */
  boolean isFirst();

  /** The numbers of the generators that take part. */
  Set<Integer> generators();

  /** Orders the start or the end of a step at all generators; does not wait. */
  void order(StepOrder order);

  /** Tells all generators of a trial that has ended; does not wait. */
  void tried(Trial trial);

  /** Ends a search at all generators; does not wait. */
  void end();

  /** What was set, and where. */
  RunScopes view();

  /**
   * Moves the run to some nodes of the fleet, and waits until most generators know it.
   *
   * @param nodes also those that join later; empty for all
   */
  void place(List<Scope> nodes, String who);

  /** Starts a fill during the load, or ends a fill, and waits until most generators know it. */
  void switchFill(boolean isOn, String who, String scope);

  /**
   * A fill during the load has ended here by itself.
   *
   * @param firstNumber number of its first fill
   */
  void filledDuringLoad(int firstNumber);
}
