package org.plimsoll.server.history;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The names of a run's series, each with an index. A point thus stores one number per series and no
 * names. Names beyond a maximum are dropped, which limits the memory of a point. Only one thread at
 * a time may add names; any thread may read them.
 */
final class SeriesTable {
  /** The maximum number of names, more than a run of this version records. */
  static final int NAMES_MAX = 512;

  private static final float[] NONE = {};

  private final Map<String, Integer> indexes = new ConcurrentHashMap<>();
  private final List<String> names = new CopyOnWriteArrayList<>();

  /** Returns the names in the order of their indexes. */
  List<String> names() {
    return names;
  }

  /** Returns the values of a point in the order of their indexes; not a number if there is none. */
  float[] row(Map<String, Double> byName) {
    float[] row = new float[Math.min(NAMES_MAX, names.size() + byName.size())];
    Arrays.fill(row, Float.NaN);
    int used = 0;
    for (Map.Entry<String, Double> each : byName.entrySet()) {
      Integer index = index(each.getKey());
      if (index != null) {
        row[index] = each.getValue().floatValue();
        used = Math.max(used, index + 1);
      }
    }
    return used == 0 ? NONE : Arrays.copyOf(row, used);
  }

  private @Nullable Integer index(String name) {
    Integer known = indexes.get(name);
    if (known == null && names.size() < NAMES_MAX) {
      known = names.size();
      names.add(name);
      indexes.put(name, known);
    }
    return known;
  }
}
