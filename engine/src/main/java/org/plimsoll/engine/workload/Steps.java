package org.plimsoll.engine.workload;

import java.util.List;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.Parameters;

/**
 * The steps of an operation that the engine performs one after another in one session. It assigns
 * the keys and rows of the operation to the steps. Immutable.
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
   * @param name name in results
   * @param row whether the step has rows
   */
  record Step(
      OperationType type,
      String name,
      int size,
      boolean sameKey,
      boolean row,
      boolean inserts,
      boolean scan,
      Place place) {}

  /**
   * The place of a step's keys and rows among those of the operation.
   *
   * @param firstKey index of its first key; that of the previous step if it has the same key
   * @param firstRow index of its first row
   * @param rows number of its rows
   * @param write number of earlier steps that write rows
   */
  record Place(int firstKey, int firstRow, int rows, int write) {}

  /**
   * @param measured whether each step is also measured
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
      boolean insert = type.insert();
      int size = type.bulk() ? bulkSize : 1;
      if (sameKey && (i == 0 || insert || steps[i - 1].size != size)) {
        throw new IllegalArgumentException(
            "a step on the same key must follow one with as many keys and must not insert, was "
                + specs);
      }
      int firstKey = sameKey ? steps[i - 1].place.firstKey : nextKey;
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
              new Place(firstKey, nextRow, rows, write));
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

  /** Returns the number of steps, at least 1. */
  public int count() {
    return steps.length;
  }

  /** Whether each step is also measured, as part of the whole operation. */
  public boolean measured() {
    return measured;
  }

  /** Returns the name of a step in results. */
  public String name(int number) {
    return steps[number].name;
  }

  Step step(int number) {
    return steps[number];
  }

  /** Returns the number of keys or the number of rows of all steps, whichever is larger. */
  int items() {
    return Math.max(keys, rows);
  }

  /** Returns the number of rows of all steps. */
  int rows() {
    return rows;
  }

  /** Returns the number of keys that are drawn; inserts take new keys instead. */
  int drawnKeys() {
    return drawnKeys;
  }

  /** Whether a step takes new keys. */
  boolean inserts() {
    return inserts;
  }
}
