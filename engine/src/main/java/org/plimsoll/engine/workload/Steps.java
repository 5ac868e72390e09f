package org.plimsoll.engine.workload;

import java.util.List;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.Parameters;

/**
 * What an operation is made of that the engine performs in several steps, one after another in one
 * session: where each finds its keys and its rows among those of the whole. Immutable.
 */
public final class Steps {
  private final Step[] steps;
  private final int keys;
  private final int rows;
  private final int drawnKeys;
  private final boolean inserts;
  private final boolean measured;

  /**
   * One step.
   *
   * @param name what results call it
   * @param firstKey where its keys begin; those of the step before it if it has the same
   * @param firstRow where its rows begin
   * @param rows how many rows it has
   * @param write how many steps before it write rows
   */
  record Step(
      OperationType type,
      String name,
      int size,
      boolean sameKey,
      boolean row,
      boolean inserts,
      boolean scan,
      int firstKey,
      int firstRow,
      int rows,
      int write) {}

  /**
   * @param measured whether each step is measured, too
   */
  Steps(List<Parameters.Step> specs, int bulkSize, boolean measured) {
    List<String> names = Parameters.Step.names(specs);
    steps = new Step[specs.size()];
    int nextKey = 0;
    int nextRow = 0;
    int drawn = 0;
    int write = 0;
    boolean anyInserts = false;
    for (int i = 0; i < steps.length; i++) {
      OperationType type = specs.get(i).type();
      boolean sameKey = specs.get(i).sameKey();
      boolean insert = type.equals(OperationType.INSERT);
      int size = type.bulk() ? bulkSize : 1;
      if (sameKey && (i == 0 || insert || steps[i - 1].size != size)) {
        throw new IllegalArgumentException(
            "a step on the same key follows one with as many, and inserts none, was " + specs);
      }
      int firstKey = sameKey ? steps[i - 1].firstKey : nextKey;
      int rows = type.row() ? size : 0;
      boolean scan = type.equals(OperationType.SCAN);
      steps[i] =
          new Step(
              type,
              names.get(i),
              size,
              sameKey,
              type.row(),
              insert,
              scan,
              firstKey,
              nextRow,
              rows,
              write);
      nextKey += sameKey ? 0 : size;
      nextRow += rows;
      drawn += sameKey || insert ? 0 : size;
      write += type.row() ? 1 : 0;
      anyInserts |= insert;
    }
    keys = nextKey;
    rows = nextRow;
    drawnKeys = drawn;
    inserts = anyInserts;
    this.measured = measured;
  }

  /** How many there are, at least 1. */
  public int count() {
    return steps.length;
  }

  /** Whether each step is measured, too, and what all of them did belongs to the whole. */
  public boolean measured() {
    return measured;
  }

  /** What results call a step. */
  public String name(int number) {
    return steps[number].name;
  }

  Step step(int number) {
    return steps[number];
  }

  /** Room for the keys or the rows of all steps, whichever are more. */
  int items() {
    return Math.max(keys, rows);
  }

  /** Rows of all steps. */
  int rows() {
    return rows;
  }

  /** Keys that are drawn; inserts take new ones. */
  int drawnKeys() {
    return drawnKeys;
  }

  /** Whether a step takes new keys. */
  boolean inserts() {
    return inserts;
  }
}
