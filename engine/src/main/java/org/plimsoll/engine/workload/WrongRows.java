package org.plimsoll.engine.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.plimsoll.api.Key;

/**
 * The first rows that a verification found wrong or missing, by name and in the order of their
 * keys. Several operations read rows at once, so rows are reported in any order.
 */
public final class WrongRows {
  /** The maximum number of rows that are named. */
  public static final int MOST = 20;

  private final TreeMap<Long, String> first = new TreeMap<>();
  private volatile long last = Long.MAX_VALUE;

  /**
   * Reports a row.
   *
   * @param position position of the row in the fill
   * @param what the defect, such as {@code missing}
   */
  void add(long position, Key key, String what) {
    if (position > last) {
      return; // without a lock, since there may be millions of rows
    }
    synchronized (this) {
      first.put(position, shown(key) + " (" + what + ")");
      if (first.size() > MOST) {
        first.pollLastEntry();
      }
      if (first.size() == MOST) {
        last = first.lastKey();
      }
    }
  }

  /** Returns the first rows, such as {@code user000000000007 (missing)}. */
  public synchronized List<String> first() {
    return new ArrayList<>(first.values());
  }

  private static String shown(Key key) {
    String text = key.text();
    boolean isPrintable = !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 127);
    return isPrintable ? text : "key " + key.number();
  }
}
